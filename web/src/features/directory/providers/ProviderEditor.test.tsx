import type { HealthcareProvider } from '@careloop/contracts/directory/providers';
import { providerTexts } from '@careloop/contracts/directory/providerTexts';
import { Button } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { screen, within } from '@testing-library/react';
import { useState, type ReactNode } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { renderComponent } from '../../../../test/components.tsx';
import { dispatch } from '../../../session/gateStore.ts';
import { sessionOf, type Context } from '../../../session/session.ts';
import { ProviderEditor } from './ProviderEditor.tsx';

const client = new QueryClient({ defaultOptions: { queries: { enabled: false } } });

beforeEach(() => {
  const user = { userId: 1, usersToImpersonate: [], clients: [] };
  const context = { user, permissions: ['AddProvider', 'EditProvider'], features: [] };
  dispatch({ type: 'contextLoaded', session: sessionOf(context as unknown as Context) });
});

function providerOf(version: number, specialty: string) {
  return {
    healthcareProviderId: 1,
    firstName: 'Nora',
    lastName: 'Reyes',
    healthcareProviderSpecialtyId: version,
    specialty,
    npiNumber: '1234567893',
    npiDeactivatedOn: null,
    originClientId: 1,
    userId: 2,
    languages: [],
    tags: [],
    populations: [],
    version,
    can: { edit: true, changeKnown: true, editNpi: true, seePrivateNotes: true, makeUser: true },
  } as unknown as HealthcareProvider;
}

function Saved(): ReactNode {
  const [provider, setProvider] = useState(providerOf(1, 'Cardiology'));
  return (
    <>
      <ProviderEditor provider={provider} onClose={() => undefined} onSaved={() => undefined} />
      <Button onClick={() => setProvider(providerOf(2, 'Neurology'))}>Refresh</Button>
    </>
  );
}

// Found by their labels: roles of the whole editor take seconds to compute.
const open = (editor: ReactNode) =>
  renderComponent(<QueryClientProvider client={client}>{editor}</QueryClientProvider>);

test('the specialty that a colleague has chosen is shown', async () => {
  const user = open(<Saved />);
  const specialty = screen.getByLabelText(/^Specialty/);
  expect(specialty).toHaveValue('Cardiology');
  await user.click(screen.getByText('Refresh'));
  expect(specialty).toHaveValue('Neurology');
});

test('a record of all clients says what only the installation changes', () => {
  const own = providerOf(1, 'Cardiology');
  const shared = { ...own, can: { ...own.can, changeKnown: providerTexts.sharedKnown } } as HealthcareProvider;
  open(<ProviderEditor provider={shared} onClose={() => undefined} onSaved={() => undefined} />);
  expect(screen.getByText(providerTexts.shared)).toBeVisible();
});

test('closing a new provider asks about a checked box outside the form', async () => {
  const close = vi.fn<() => void>();
  const user = open(<ProviderEditor onClose={close} onSaved={() => undefined} />);
  await user.click(screen.getByLabelText('Create a user record that cannot sign in'));
  await user.click(screen.getByText('Cancel'));
  const question = within(await screen.findByRole('dialog', { name: providerTexts.unsaved }));
  expect(close).not.toHaveBeenCalled();
  await user.click(question.getByText('Yes'));
  expect(close).toHaveBeenCalledOnce();
});
