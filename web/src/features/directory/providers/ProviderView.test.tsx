import { providerTexts } from '@careloop/contracts/directory/providerTexts';
import type { HealthcareProvider } from '@careloop/contracts/directory/providers';
import type { Allowance } from '@careloop/contracts/can';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderComponent } from '../../../../test/components.tsx';
import { dispatch } from '../../../session/gateStore.ts';
import { sessionOf, type Context } from '../../../session/session.ts';
import { ProviderView } from './ProviderView.tsx';

const client = new QueryClient({ defaultOptions: { queries: { enabled: false } } });

function open(seePrivateNotes: Allowance, privateNotes: string | null) {
  const provider = {
    healthcareProviderId: 1,
    firstName: 'Nora',
    lastName: 'Reyes',
    degree: null,
    npiDeactivatedOn: null,
    addresses: [],
    languages: [],
    tags: [],
    populations: [],
    website: 'https://clinic.example.org/nora',
    publicNotes: null,
    privateNotes,
    can: { edit: true, editNpi: true, seePrivateNotes, makeUser: true },
  } as unknown as HealthcareProvider;
  const context = { user: { userId: 1, usersToImpersonate: [] }, permissions: ['EditProvider'], features: [] };
  dispatch({ type: 'contextLoaded', session: sessionOf(context as unknown as Context) });
  renderComponent(
    <QueryClientProvider client={client}>
      <ProviderView provider={provider} onClose={() => undefined} />
    </QueryClientProvider>,
  );
}

test.each([
  ['notes', true, 'Calls back before noon.', 'Calls back before noon.'],
  ['that there are none', true, null, 'No private notes available'],
  ['why they are hidden', providerTexts.noPrivateNotes, null, providerTexts.noPrivateNotes],
] as const)('private notes show %s', (_what, allowance, notes, shown) => {
  open(allowance, notes);
  const heading = screen.getByRole('heading', { name: 'Private notes' });
  expect(heading.nextElementSibling).toHaveTextContent(shown);
});

test('the website opens in a new tab that cannot reach this one', () => {
  open(true, null);
  const link = screen.getByRole('link', { name: 'https://clinic.example.org/nora' });
  expect(link).toHaveAttribute('target', '_blank');
  expect(link.getAttribute('rel')).toContain('noopener');
});
