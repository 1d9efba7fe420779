import type { Dashboard } from '@careloop/contracts/dashboard';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { renderComponent } from '../../../test/components.tsx';
import { routed } from '../../../test/routed.tsx';
import { dispatch } from '../../session/gateStore.ts';
import { sessionOf, type Context } from '../../session/session.ts';
import { HomePage } from './HomePage.tsx';

const quiet: Dashboard = {
  urgentItems: null,
  tasks: { items: [], dueCount: 0, openCount: 0 },
  urgentConversations: null,
  invitationCount: 0,
  accessRequestCount: 0,
  pendingEnrollmentCount: 0,
  failedDeliveries: { items: [], count: 0 },
  unreadReferralCount: 0,
  unreadConsultationCount: 0,
  others: [],
  othersWaitingCount: 0,
  queues: null,
  myPatients: null,
  answers: [],
  latestReferrals: [],
};

/** Opens Home. Returns the client whose data can be refetched. */
function open(more: Partial<Dashboard> = {}): QueryClient {
  vi.stubGlobal('fetch', async () => Response.json({ wasSuccessful: true, ...quiet, ...more }));
  onTestFinished(() => void vi.unstubAllGlobals());
  const user = { userId: 1, firstName: 'Nora', lastName: 'Reyes', usersToImpersonate: [] };
  const context = { user, permissions: [], features: [] };
  dispatch({ type: 'contextLoaded', session: sessionOf(context as unknown as Context) });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  renderComponent(<QueryClientProvider client={client}>{routed(HomePage).page}</QueryClientProvider>);
  return client;
}

const nothing = 'Nothing needs you right now';

test('nothing needs the user only if no person they may act for has pending work, listed or not', async () => {
  open();
  expect(await screen.findByText(nothing)).toBeVisible();
});

test('pending work of a person who is not listed counts', async () => {
  const others = [
    { userId: 2, fullName: 'Linh Nguyen', urgentItems: [], urgentItemCount: 1, dueTaskCount: 0, unreadMessageCount: 0 },
  ];
  open({ others, othersWaitingCount: 3 });
  expect(await screen.findByText(/^and 2 more with pending work/)).toBeVisible();
  expect(screen.queryByText(nothing)).toBeNull();
});

test('urgent conversations beyond those shown have a link to their list', async () => {
  const conversationKey = '6f1c53a4-9a34-4b3e-8a44-0c1d2e3f4a5b';
  const item = {
    conversationKey,
    userMessageId: 1,
    fromName: 'Linh Nguyen',
    sentAt: '2026-01-02T15:00:00Z',
    patient: null,
  };
  open({ urgentConversations: { items: [item], count: 5 } });
  const link = await screen.findByRole('link', { name: 'and 4 more urgent conversations' });
  expect(link).toHaveAttribute('href', '/Messages?urgentOnly=true&unreadOnly=true');
});

test('the date is that of the shown data, also after midnight', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 1, 10, 23, 50) });
  onTestFinished(() => void vi.useRealTimers());
  const client = open();
  expect(await screen.findByText('Tuesday, February 10, 2026')).toBeVisible();
  await screen.findByText(nothing);
  vi.setSystemTime(new Date(2026, 1, 11, 0, 10));
  await client.invalidateQueries();
  expect(await screen.findByText('Wednesday, February 11, 2026')).toBeVisible();
});
