import { listCareTeam } from '@careloop/contracts/care-teams';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { afterEach, expect, test, vi } from 'vitest';
import { fill, leave, renderComponent } from '../../../test/components.tsx';
import { queryOf } from '../../api/query.ts';
import { RecipientFields } from './RecipientFields.tsx';

const patientId = 1;
const team = {
  members: ['accepted', 'invited', 'inactive'].map((status, index) => ({
    careTeamMemberId: index + 1,
    firstName: 'Ada',
    lastName: status,
    specialty: null,
    organizationName: null,
    status,
  })),
};
const loaded = new QueryClient({ defaultOptions: { queries: { enabled: false } } });
loaded.setQueryData<unknown>(queryOf(listCareTeam, { patientId }).queryKey, team);

function Fields({ channel, client = loaded }: { channel: 'fax' | 'direct'; client?: QueryClient }): ReactNode {
  const form = useForm({ defaultValues: { toUserFullName: '', toFaxNumber: '', toDirectEmail: '' } });
  return (
    <QueryClientProvider client={client}>
      <FormProvider {...form}>
        <RecipientFields patientId={patientId} channel={channel} />
      </FormProvider>
    </QueryClientProvider>
  );
}

afterEach(() => vi.unstubAllGlobals());

test.each([
  ['fax', 'Recipient', ' Records Office ', 'Records Office'],
  ['fax', 'Fax Number', ' 617-555-0123', '(617) 555-0123'],
  ['direct', 'Direct Email', ' records@direct.example ', 'records@direct.example'],
] as const)('a typed recipient by %s: %s is tidied on blur', (channel, label, typed, tidied) => {
  renderComponent(<Fields channel={channel} />);
  const field = screen.getByRole('textbox', { name: new RegExp(label) });
  fill(field, typed);
  leave(field);
  expect(field).toHaveValue(tidied);
});

test('only accepted members of the care team are offered', async () => {
  const user = renderComponent(<Fields channel="fax" />);
  await user.click(screen.getByRole('combobox', { name: 'Care Team Member' }));
  const options = await screen.findAllByRole('option');
  expect(options.map(({ textContent }) => textContent)).toEqual(['Ada accepted']);
});

test('a care team that could not be loaded says so, and is offered after a retry', async () => {
  let isDown = true;
  vi.stubGlobal('fetch', async () =>
    isDown ? Response.json({ wasSuccessful: false }, { status: 500 }) : Response.json({ wasSuccessful: true, ...team }),
  );
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const user = renderComponent(<Fields channel="direct" client={client} />);
  await screen.findByText('The care team could not be loaded');
  isDown = false;
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull());
  await user.click(screen.getByRole('combobox', { name: 'Care Team Member' }));
  await screen.findByRole('option', { name: 'Ada accepted' });
});
