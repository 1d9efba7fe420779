import { WorkQueueStatus } from '@careloop/contracts/codes';
import type { WorkQueueItem } from '@careloop/contracts/work-queues';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderComponent } from '../../../test/components.tsx';
import { queueItem } from '../../../test/queueItems.ts';
import { SeveralItems } from './SeveralItems.tsx';

const warning = 'Its referral stays open.';

const claim = { userId: 9, fullName: 'Dana Whitlock', since: '2026-11-16T05:10:00.000Z' };

/** Selects the items of a page, each with its warning, and completes them. Returns the user and the ids sent. */
async function completeAll(warnings: (string | null)[], more: Partial<WorkQueueItem> = {}) {
  const sent: number[][] = [];
  vi.stubGlobal('fetch', async (_path: string, { body }: { body: string }) => {
    const { items } = JSON.parse(body) as { items: { workQueueEncounterId: number }[] };
    sent.push(items.map(({ workQueueEncounterId }) => workQueueEncounterId));
    const results = items.map((item) => ({ ...item, isDone: true, message: null }));
    return Response.json({ wasSuccessful: true, results });
  });
  const items = warnings.map((completionWarning, index) => ({
    ...queueItem,
    ...more,
    workQueueEncounterId: index + 1,
    completionWarning,
  }));
  const user = renderComponent(
    <QueryClientProvider client={new QueryClient()}>
      <SeveralItems items={items} list={{ workQueueId: 22, status: 1 }} total={items.length} />
    </QueryClientProvider>,
  );
  await user.click(screen.getByRole('button', { name: 'Select several' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Remove or share several items' }));
  await user.click(dialog.getByRole('checkbox', { name: /^All/ }));
  await user.click(dialog.getByRole('button', { name: `Remove ${items.length}` }));
  return { user, sent };
}

const findQuestion = async () => within(await screen.findByRole('dialog', { name: 'Remove without an answer?' }));

afterEach(() => vi.unstubAllGlobals());

test('unanswered items are completed after one question that counts them', async () => {
  const { user, sent } = await completeAll([warning, null, warning]);
  const question = await findQuestion();
  expect(question.getByText('2 of the 3 selected items have no answer yet.')).toBeVisible();
  expect(question.getByText(warning)).toBeVisible();
  expect(sent).toEqual([]);
  await user.click(question.getByRole('button', { name: 'Remove 3' }));
  await vi.waitFor(() => expect(sent).toEqual([[1, 2, 3]]));
});

test('nothing is completed if the user says no, and the selection stays', async () => {
  const { user, sent } = await completeAll([warning]);
  await user.click((await findQuestion()).getByRole('button', { name: 'Cancel' }));
  expect(sent).toEqual([]);
  expect(await screen.findByRole('button', { name: 'Remove 1' })).toBeEnabled();
});

test('items that wait for no answer are completed without a question', async () => {
  const { sent } = await completeAll([null, null]);
  await vi.waitFor(() => expect(sent).toEqual([[1, 2]]));
});

test('items on which somebody else is working are completed after a question that names them', async () => {
  const { user, sent } = await completeAll([null, null], { claim });
  expect(screen.getAllByRole('checkbox', { name: /Dana Whitlock is working on this/ })).toHaveLength(2);
  const question = within(await screen.findByRole('dialog', { name: 'Remove what others are working on?' }));
  expect(question.getByText('Dana Whitlock is working on 2 of the selected items.')).toBeVisible();
  expect(sent).toEqual([]);
  await user.click(question.getByRole('button', { name: 'Remove 2' }));
  await vi.waitFor(() => expect(sent).toEqual([[1, 2]]));
});

test('items on which the user is working are completed without a question', async () => {
  const { sent } = await completeAll([null], { claim, can: { ...queueItem.can, release: true } });
  await vi.waitFor(() => expect(sent).toEqual([[1]]));
});

/** Shows the button above a list of the status with one open and one completed item. */
function showIn(status: number) {
  const items: WorkQueueItem[] = [queueItem, { ...queueItem, workQueueEncounterId: 2, status: 'completed' }];
  return renderComponent(
    <QueryClientProvider client={new QueryClient()}>
      <SeveralItems items={items} list={{ workQueueId: 22, status }} total={2} />
    </QueryClientProvider>,
  );
}

test('a list of completed items offers nothing to remove', () => {
  showIn(WorkQueueStatus.completed);
  expect(screen.queryByRole('button', { name: 'Select several' })).toBeNull();
});

test('a list of all items counts the open ones', async () => {
  const user = showIn(WorkQueueStatus.all);
  await user.click(screen.getByRole('button', { name: 'Select several' }));
  expect(await screen.findByRole('checkbox', { name: 'All 1 open on this page' })).toBeVisible();
});

test('each item shows its urgency and whether it is overdue', async () => {
  const user = renderComponent(
    <QueryClientProvider client={new QueryClient()}>
      <SeveralItems items={[queueItem]} list={{ workQueueId: 22, status: 1 }} total={1} />
    </QueryClientProvider>,
  );
  await user.click(screen.getByRole('button', { name: 'Select several' }));
  expect(await screen.findByRole('checkbox', { name: 'All 1 on this page' })).toBeVisible();
  expect(
    screen.getByRole('checkbox', { name: /OKAFOR, Grace.*To Patel, Anjali\s*Routine\s*Overdue by/ }),
  ).toBeVisible();
});
