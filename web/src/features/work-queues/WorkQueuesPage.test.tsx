import type { WorkQueueInfo, WorkQueueItem } from '@careloop/contracts/work-queues';
import { workQueueTexts } from '@careloop/contracts/work-queues/items';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderComponent } from '../../../test/components.tsx';
import { queueItem } from '../../../test/queueItems.ts';
import { parseSearch } from '../../lib/search.ts';
import { workQueuesSearch } from './search.ts';
import { queueSubject, type QueueSubjectDetailProps } from './shared/queueSubject.ts';
import { ActionRow } from '../../components/ActionRow.tsx';
import { WorkQueuesPage } from './WorkQueuesPage.tsx';

const queue = (workQueueId: number, more: Partial<WorkQueueInfo> = {}): WorkQueueInfo => ({
  workQueueId,
  code: `Q${workQueueId}`,
  name: `Queue ${workQueueId}`,
  description: 'What is to be done.',
  subjectType: 'referral',
  userHidden: false,
  openCount: 0,
  order: null,
  ...more,
});

/** What the server has. */
interface Stored {
  queues: WorkQueueInfo[];
  items: WorkQueueItem[];
  /** The state of items, by id; others do not exist. */
  states: Record<number, object>;
}

function answerTo(path: string, { queues, items, states }: Stored): object | undefined {
  const { pathname, searchParams } = new URL(path, 'http://localhost');
  if (pathname.endsWith('/workQueues/info')) {
    const category = { workQueueCategoryId: 1, name: 'Referrals', description: '', workQueues: queues };
    return { categories: [category], openCount: 0, showsWaitingTime: false };
  }
  if (pathname.endsWith('/workqueues/order')) return {};
  if (pathname.endsWith('/setcompleted')) return { workQueueEncounterId: 2, version: 2 };
  if (pathname.endsWith('/encounters/state')) return states[Number(searchParams.get('workQueueEncounterId'))];
  if (/\/workQueues\/\d+\/\d$/.test(pathname)) {
    const urgentItemCount = items.filter(({ isUrgent }) => isUrgent).length;
    return { items, page: 1, numPages: 1, totalItemCount: items.length, urgentItemCount };
  }
  return undefined;
}

/** Opens an address. Returns the router, the user, and the client whose queries can be refetched. */
function open(address: string, stored: Partial<Stored>) {
  const server: Stored = { queues: [], items: [], states: {}, ...stored };
  const calls: { path: string; body: unknown }[] = [];
  vi.stubGlobal('fetch', async (path: string, { body }: { body?: string } = {}) => {
    calls.push({ path, body: body === undefined ? undefined : JSON.parse(body) });
    // Long enough that loading states are rendered.
    await new Promise((resolve) => setTimeout(resolve, 20));
    const answer = answerTo(path, server);
    if (answer !== undefined) return Response.json({ wasSuccessful: true, ...answer });
    return Response.json({ wasSuccessful: false, code: 'not_found', validationErrors: {} }, { status: 404 });
  });
  const root = createRootRoute({ component: Outlet });
  const queuesPage = createRoute({
    getParentRoute: () => root,
    path: '/WorkQueues',
    validateSearch: workQueuesSearch,
    component: WorkQueuesPage,
  });
  const history = createMemoryHistory({ initialEntries: ['/before', address] });
  const router = createRouter({ routeTree: root.addChildren([queuesPage]), history, parseSearch });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const user = renderComponent(
    <QueryClientProvider client={client}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  );
  return { user, client, history, server, calls };
}

beforeEach(() => {
  vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
  for (const type of ['referral', 'consultation'] as const) {
    vi.spyOn(queueSubject(type), 'Row').mockImplementation(({ item }: { item: WorkQueueItem }) => (
      <>Patient {item.subjectId}</>
    ));
    vi.spyOn(queueSubject(type), 'Detail').mockImplementation(
      ({ workQueueEncounterId, notice, actions }: QueueSubjectDetailProps) => (
        <section aria-label={`${type} of item ${workQueueEncounterId}`}>
          <ActionRow actions={actions} />
          {notice}
        </section>
      ),
    );
  }
});
afterEach(() => vi.unstubAllGlobals());

const queues = [queue(20), queue(22, { openCount: 1 }), queue(60, { subjectType: 'consultation', openCount: 1 })];

test('the queue opened without a choice is in the address, in place of the entry that led to it', async () => {
  const { history } = open('/WorkQueues?status=3', { queues });
  await screen.findByRole('heading', { name: 'Queue 22' });
  expect(history.location.href).toBe('/WorkQueues?status=3&workQueueId=22');
  expect(history.length).toBe(2);
});

test('a link to an item without its queue opens the queue of the item', async () => {
  const { history } = open('/WorkQueues?workQueueEncounterId=7', {
    queues,
    states: { 7: { workQueueEncounterId: 7, workQueueId: 60 } },
  });
  await screen.findByRole('region', { name: 'consultation of item 7' });
  expect(history.location.href).toBe('/WorkQueues?workQueueEncounterId=7&workQueueId=60');
});

test('a link to an item that the user does not have opens the first queue with open items', async () => {
  const { history } = open('/WorkQueues?workQueueEncounterId=8', { queues });
  await screen.findByRole('region', { name: 'referral of item 8' });
  await waitFor(() => expect(history.location.href).toBe('/WorkQueues?workQueueEncounterId=8&workQueueId=22'));
});

test.each([
  ['referrals', 22, true],
  ['consultations, which have no due time', 60, false],
])('the order by due time in a queue of %s', async (_subjects, workQueueId, isOffered) => {
  const { user } = open(`/WorkQueues?workQueueId=${workQueueId}`, { queues });
  await user.click(await screen.findByRole('combobox', { name: 'Order' }));
  await screen.findByRole('option', { name: 'Latest arrivals first' });
  expect(screen.queryAllByRole('option', { name: 'Due soonest first' })).toHaveLength(isOffered ? 1 : 0);
});

const items = [1, 2, 3].map((id) => ({ ...queueItem, workQueueEncounterId: id, subjectId: id }));
const without = (id: number) => items.filter((item) => item.workQueueEncounterId !== id);

test('an item completed by a colleague stays open, says so, and leads to the item now in its place', async () => {
  const { user, client, history, server } = open('/WorkQueues?workQueueId=22&workQueueEncounterId=2', {
    queues,
    items,
  });
  await screen.findByRole('button', { name: 'Remove from queue' });
  const detail = screen.getByRole('region', { name: 'referral of item 2' });
  server.items = without(2);
  server.states[2] = {
    workQueueEncounterId: 2,
    workQueueId: 22,
    status: 'completed',
    completedAt: '2026-02-10T15:00:00Z',
    completedByName: 'Ada Ames',
  };
  await client.invalidateQueries();
  await screen.findByText('Completed by Ada Ames');
  // The detail is still the same one: what is being entered in its dialogs is kept.
  expect(screen.getByRole('region', { name: 'referral of item 2' })).toBe(detail);
  await user.keyboard('n');
  await screen.findByRole('region', { name: 'referral of item 3' });
  expect(history.location.href).toContain('workQueueEncounterId=3');
});

test('the first item, shown without a choice, also stays open when a colleague completes it', async () => {
  const { user, client, server } = open('/WorkQueues?workQueueId=22', { queues, items });
  await screen.findByRole('button', { name: 'Remove from queue' });
  const detail = screen.getByRole('region', { name: 'referral of item 1' });
  server.items = without(1);
  server.states[1] = {
    workQueueEncounterId: 1,
    workQueueId: 22,
    status: 'completed',
    completedAt: '2026-02-10T15:00:00Z',
    completedByName: 'Ada Ames',
  };
  await client.invalidateQueries();
  await screen.findByText('Completed by Ada Ames');
  expect(screen.getByRole('region', { name: 'referral of item 1' })).toBe(detail);
  await user.keyboard('n');
  await screen.findByRole('region', { name: 'referral of item 2' });
});

test('an item that is taken from the user says that it left the list', async () => {
  const { user, client, server } = open('/WorkQueues?workQueueId=22&workQueueEncounterId=3', { queues, items });
  await screen.findByRole('button', { name: 'Remove from queue' });
  server.items = without(3);
  await client.invalidateQueries();
  await screen.findByText(workQueueTexts.left);
  await user.click(screen.getByRole('button', { name: /^Next item/ }));
  expect(await screen.findByRole('region', { name: 'referral of item 2' })).toBeVisible();
});

test('a queue without open items leads to the next one that has some, and on from the last to the first', async () => {
  const some = [queue(20, { openCount: 4 }), queue(22), queue(25, { userHidden: true, openCount: 9 }), queue(60)];
  const { user, history } = open('/WorkQueues?workQueueId=22', { queues: some });
  await screen.findByText('Nothing is open in this queue.');
  await user.click(screen.getByRole('link', { name: 'Next queue: Queue 20 (4)' }));
  await waitFor(() => expect(history.location.href).toBe('/WorkQueues?workQueueId=20'));
  // It is the only one with open items.
  await screen.findByText('Nothing is open in this queue.');
  expect(screen.queryByRole('link', { name: /^Next queue/ })).toBeNull();
});

test('after the last item of a queue, one key leads to the next queue', async () => {
  const { user, client, history, server } = open('/WorkQueues?workQueueId=22&workQueueEncounterId=2', {
    queues,
    items: items.slice(1, 2),
  });
  await user.click(await screen.findByRole('button', { name: 'Remove from queue' }));
  server.items = [];
  await client.invalidateQueries();
  const notice = within(await screen.findByRole('region', { name: 'referral of item 2' }));
  await notice.findByRole('button', { name: /^Undo/ });
  notice.getByText('That was the last item on this page.');
  notice.getByRole('link', { name: /^Next queue: Queue 60 \(1\)/ });
  await user.keyboard('n');
  await waitFor(() => expect(history.location.href).toBe('/WorkQueues?workQueueId=60'));
});

test('after the last item that matches a filter, one key leads to all open items of the queue', async () => {
  const { user, client, history, server } = open('/WorkQueues?workQueueId=22&urgencyDays=1&workQueueEncounterId=2', {
    queues,
    items: items.slice(1, 2),
  });
  await user.click(await screen.findByRole('button', { name: 'Remove from queue' }));
  server.items = [];
  await client.invalidateQueries();
  const notice = within(await screen.findByRole('region', { name: 'referral of item 2' }));
  await notice.findByRole('link', { name: /^All open items \(1\)/ });
  await user.keyboard('n');
  await waitFor(() => expect(history.location.href).toBe('/WorkQueues?workQueueId=22'));
});

test('a filter that no item matches says that nothing was found', async () => {
  open('/WorkQueues?workQueueId=22&urgencyDays=1', { queues });
  await screen.findByText('There are no items based on your current filter criteria.');
  expect(screen.getByText('No results found')).toBeVisible();
});

test('urgent items stand under a heading of their own, above everything else', async () => {
  const items = [queueItem, { ...queueItem, workQueueEncounterId: 2, isUrgent: false }];
  open('/WorkQueues?workQueueId=1', { queues: [queue(1, { openCount: 2 })], items });
  const urgent = within(await screen.findByRole('group', { name: 'STAT and overdue' }));
  expect(urgent.getAllByRole('option')).toHaveLength(1);
  expect(within(screen.getByRole('group', { name: 'Everything else' })).getAllByRole('option')).toHaveLength(1);
});

test('a list without urgent items has no headings', async () => {
  open('/WorkQueues?workQueueId=1', {
    queues: [queue(1, { openCount: 1 })],
    items: [{ ...queueItem, isUrgent: false }],
  });
  expect(await screen.findByRole('option')).toBeVisible();
  expect(screen.queryByText('Everything else')).toBeNull();
});

test('the list opens in the order chosen last for the queue, and a new choice is remembered', async () => {
  const order = { sortBy: 'patientName', sortDirection: 'ASC' } as const;
  const { user, calls, history } = open('/WorkQueues?workQueueId=1', {
    queues: [queue(1, { openCount: 1, order })],
    items: [queueItem],
  });
  await screen.findByRole('option');
  expect(calls.some(({ path }) => path.includes('sortBy=patientName') && path.includes('urgentFirst=true'))).toBe(true);
  const select = screen.getByRole('combobox', { name: 'Order' });
  expect(select).toHaveValue('Patient name');
  await user.click(select);
  await user.click(await screen.findByRole('option', { name: 'Encounter date, newest first' }));
  await waitFor(() => expect(history.location.search).toContain('sortBy=encounterDate'));
  expect(calls.findLast(({ path }) => path.endsWith('/workqueues/order'))?.body).toEqual({
    workQueueId: 1,
    sortBy: 'encounterDate',
    sortDirection: 'DESC',
  });
});
