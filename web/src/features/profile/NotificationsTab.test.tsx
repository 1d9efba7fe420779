import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderComponent } from '../../../test/components.tsx';
import { routed } from '../../../test/routed.tsx';
import { dispatch } from '../../session/gateStore.ts';
import { sessionOf, type Context } from '../../session/session.ts';
import { NotificationsTab } from './NotificationsTab.tsx';

const channels = { notifyByDirectMessage: false, notifyBySMS: false, notifyByEmail: true };
const profile = {
  commonData: { userId: 1, version: 1 },
  notificationsData: {
    dailySummary: { eventTypeId: 1, notifyByEmail: true },
    hasDirectEmail: false,
    hasMobileNumber: false,
    hasEmail: true,
    settings: [{ eventTypeId: 5, eventTypeName: 'New referral', filters: { urgencyDays: [] }, ...channels }],
  },
};

afterEach(() => vi.unstubAllGlobals());

test('a failed refetch keeps the tab, and what was chosen in its dialog', async () => {
  let answer: object = { wasSuccessful: true, ...profile };
  vi.stubGlobal('fetch', async () => Response.json(answer));
  const context = { user: { userId: 1, usersToImpersonate: [] }, permissions: [], features: [] };
  dispatch({ type: 'contextLoaded', session: sessionOf(context as unknown as Context) });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const user = renderComponent(
    <QueryClientProvider client={client}>{routed(NotificationsTab).page}</QueryClientProvider>,
  );
  await user.click(await screen.findByRole('button', { name: 'Add/Edit Filters of New referral' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add/Edit Filters' }));
  await user.click(dialog.getByRole('checkbox', { name: '30 days' }));
  answer = { wasSuccessful: false };
  void client.invalidateQueries();
  const failed = () => client.getQueryCache().findAll({ predicate: ({ state }) => state.status === 'error' });
  await waitFor(() => expect(failed()).toHaveLength(1));
  expect(dialog.getByRole('checkbox', { name: '30 days' })).toBeChecked();
});
