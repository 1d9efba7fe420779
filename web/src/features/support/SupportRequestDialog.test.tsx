import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderComponent } from '../../../test/components.tsx';
import { dispatch } from '../../session/gateStore.ts';
import { sessionOf, type Context } from '../../session/session.ts';
import { SupportRequestDialog } from './SupportRequestDialog.tsx';

test.each([
  ['the client of the account', 2, 'South Clinic'],
  ['the first client if the user has left the one of the account', 9, 'North Clinic'],
])('selects %s', async (_which, originClientId, shown) => {
  const clients = [
    { clientId: 1, displayName: 'North Clinic' },
    { clientId: 2, displayName: 'South Clinic' },
  ];
  const user = { userId: 1, firstName: 'Ada', lastName: 'Reyes', email: null, usersToImpersonate: [] };
  const context = { user: { ...user, clients, originClientId }, permissions: [], features: [] };
  dispatch({ type: 'contextLoaded', session: sessionOf(context as unknown as Context) });
  renderComponent(
    <QueryClientProvider client={new QueryClient()}>
      <SupportRequestDialog errorCode={undefined} onClose={() => undefined} />
    </QueryClientProvider>,
  );
  expect(await screen.findByRole('combobox', { name: 'Associated Client' })).toHaveValue(shown);
});
