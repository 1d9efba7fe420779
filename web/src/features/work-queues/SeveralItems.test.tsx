import { WorkQueueStatus } from '@careloop/contracts/codes';
import type { WorkQueueItem } from '@careloop/contracts/work-queues';
import { completeWorkQueueItems, reopenWorkQueueItems, workQueueTexts } from '@careloop/contracts/work-queues/items';
import { Notifications } from '@mantine/notifications';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderComponent } from '../../../test/components.tsx';
import { queueItem } from '../../../test/queueItems.ts';
import { SeveralItems } from './SeveralItems.tsx';

const warning = 'Its referral stays open.';

const onReopened = vi.fn<(ids: number[]) => void>();
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
      <SeveralItems items={items} list={{ workQueueId: 22, status: 1 }} total={items.length} onReopened={onReopened} />
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
      <SeveralItems items={items} list={{ workQueueId: 22, status }} total={2} onReopened={onReopened} />
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
      <SeveralItems items={[queueItem]} list={{ workQueueId: 22, status: 1 }} total={1} onReopened={onReopened} />
    </QueryClientProvider>,
  );
  await user.click(screen.getByRole('button', { name: 'Select several' }));
  expect(await screen.findByRole('checkbox', { name: 'All 1 on this page' })).toBeVisible();
  expect(
    screen.getByRole('checkbox', { name: /OKAFOR, Grace.*To Patel, Anjali\s*Routine\s*Overdue by/ }),
  ).toBeVisible();
});

/** Removes two items; the server refuses those for which it has a message. Returns the calls. */
async function removeTwo(messages: Record<number, string> = {}, undoMessages: Record<number, string> = {}) {
  const calls: { path: string; items: object[] }[] = [];
  vi.stubGlobal('fetch', async (path: string, { body }: { body: string }) => {
    const { items } = JSON.parse(body) as { items: { workQueueEncounterId: number; version: number }[] };
    calls.push({ path, items });
    const refused = path.endsWith('reopen-several') ? undoMessages : messages;
    const results = items.map(({ workQueueEncounterId, version }) => {
      const message = refused[workQueueEncounterId] ?? null;
      const isDone = message === null;
      return { workQueueEncounterId, isDone, message, version: isDone ? version + 1 : null };
    });
    return Response.json({ wasSuccessful: true, results });
  });
  const items = [1, 2].map((workQueueEncounterId) => ({
    ...queueItem,
    workQueueEncounterId,
    version: 4,
    completionWarning: null,
    claim: workQueueEncounterId === 1 ? claim : null,
  }));
  const user = renderComponent(
    <QueryClientProvider client={new QueryClient()}>
      <Notifications />
      <SeveralItems items={items} list={{ workQueueId: 22, status: 1 }} total={2} onReopened={onReopened} />
    </QueryClientProvider>,
  );
  await user.click(screen.getByRole('button', { name: 'Select several' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Remove or share several items' }));
  await user.click(dialog.getByRole('checkbox', { name: /^All/ }));
  await user.click(dialog.getByRole('button', { name: 'Remove 2' }));
  const question = within(await screen.findByRole('dialog', { name: 'Remove what others are working on?' }));
  await user.click(question.getByRole('button', { name: 'Remove 2' }));
  return { user, calls };
}

const reopenPath = `/api${reopenWorkQueueItems.path}`;

test('the removal of several items says which claims were seen, and Undo puts all items back', async () => {
  const { user, calls } = await removeTwo();
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await screen.findByText('2 items put back');
  expect(calls).toEqual([
    {
      path: `/api${completeWorkQueueItems.path}`,
      items: [
        { workQueueEncounterId: 1, version: 4, seenClaimUserId: 9 },
        { workQueueEncounterId: 2, version: 4, seenClaimUserId: null },
      ],
    },
    { path: reopenPath, items: [1, 2].map((workQueueEncounterId) => ({ workQueueEncounterId, version: 5 })) },
  ]);
  expect(onReopened).toHaveBeenLastCalledWith([1, 2]);
});

test('an item claimed since is named with the reason, and Undo puts back the other one', async () => {
  const reason = workQueueTexts.claimedSince('Dana Whitlock');
  const { user, calls } = await removeTwo({ 2: reason });
  expect(await screen.findByText(reason)).toBeVisible();
  expect(screen.getByText('Removed: 1 of 2')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await screen.findByText('1 item put back');
  expect(calls.at(-1)).toEqual({ path: reopenPath, items: [{ workQueueEncounterId: 1, version: 5 }] });
});

test('an item that cannot be put back is named with the reason', async () => {
  const { user } = await removeTwo({}, { 1: workQueueTexts.openAgain });
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  const outcome = within(await screen.findByRole('dialog', { name: 'Put items back' }));
  expect(outcome.getByText(workQueueTexts.openAgain)).toBeVisible();
  expect(outcome.getByText('Put back: 1 of 2')).toBeVisible();
});
