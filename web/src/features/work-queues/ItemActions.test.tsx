import type { WorkQueueItem } from '@careloop/contracts/work-queues';
import { Notifications } from '@mantine/notifications';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderComponent } from '../../../test/components.tsx';
import { queueItem } from '../../../test/queueItems.ts';
import { ItemActions } from './ItemActions.tsx';

const ignore = () => undefined;

/** Shows the actions of an item. Returns the user and the calls that reach the server, which answers none of them. */
function show(more: Partial<WorkQueueItem>) {
  const calls: string[] = [];
  vi.stubGlobal('fetch', (path: string) => {
    calls.push(path);
    return new Promise(ignore);
  });
  const user = renderComponent(
    <QueryClientProvider client={new QueryClient()}>
      <ItemActions item={{ ...queueItem, ...more }} onCompleting={ignore} onCompleted={ignore} onReopened={ignore} />
      <Notifications />
    </QueryClientProvider>,
  );
  return { user, calls };
}

afterEach(() => vi.unstubAllGlobals());

test.each([
  ['c', 'Completing is refused.'],
  ['s', 'Sharing is refused.'],
  ['w', 'Claiming is refused.'],
])('the key %s of a refused action says why and asks and sends nothing', async (key, reason) => {
  const refused = { complete: 'Completing is refused.', share: 'Sharing is refused.', claim: 'Claiming is refused.' };
  const { user, calls } = show({ can: { ...queueItem.can, ...refused }, completionWarning: 'It is unanswered.' });
  await user.keyboard(key);
  expect(await screen.findByText(reason, { selector: '[role=status] *' })).toBeVisible();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(calls).toEqual([]);
});

test('the key of an action in progress does not repeat it', async () => {
  const { user, calls } = show({});
  await user.keyboard('w');
  await vi.waitFor(() => expect(calls).toHaveLength(1));
  await user.keyboard('w');
  await user.keyboard('w');
  expect(calls).toHaveLength(1);
});

test('a key asks before it completes an unanswered item, like the button', async () => {
  const { user, calls } = show({ completionWarning: 'It is unanswered.' });
  await user.keyboard('c');
  const question = within(await screen.findByRole('dialog', { name: 'Remove without an answer?' }));
  expect(calls).toEqual([]);
  await user.click(question.getByRole('button', { name: 'Remove from queue' }));
  await vi.waitFor(() => expect(calls).toHaveLength(1));
});

test('completing an item on which somebody else is working asks first', async () => {
  const claim = { userId: 9, fullName: 'Dana Whitlock', since: '2026-11-16T05:10:00.000Z' };
  const { user, calls } = show({ claim, completionWarning: null });
  await user.keyboard('c');
  const question = within(await screen.findByRole('dialog', { name: 'Remove what somebody else is working on?' }));
  expect(question.getByText('Dana Whitlock is working on this item.')).toBeVisible();
  expect(calls).toEqual([]);
});
