import {
  listWorkQueueItemAccess,
  saveWorkQueueItemAccess,
  workQueueTexts,
} from '@careloop/contracts/work-queues/items';
import { Notifications } from '@mantine/notifications';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderComponent } from '../../../test/components.tsx';
import { queueItem } from '../../../test/queueItems.ts';
import { dispatch } from '../../session/gateStore.ts';
import { sessionOf, type Context } from '../../session/session.ts';
import { ShareItemsDialog } from './ShareItemsDialog.tsx';

const { workQueueEncounterId } = queueItem;
const users = [{ userId: 7, fullName: 'Linh Nguyen', grantedByName: 'Eve Ott', grantedAt: '2026-01-02T15:00:00Z' }];

beforeEach(() => {
  const context = { user: { userId: 1, usersToImpersonate: [], clients: [] }, permissions: [], features: [] };
  dispatch({ type: 'contextLoaded', session: sessionOf(context as unknown as Context) });
});
afterEach(() => vi.unstubAllGlobals());

/** Opens the dialog of a shared item, of which each change is refused if there is a message. Returns what is sent. */
function open(message: string | null) {
  const sent: unknown[] = [];
  const results = [{ workQueueEncounterId, isDone: message === null, message }];
  vi.stubGlobal('fetch', async (url: string, { body }: { body?: string } = {}) => {
    if (url.startsWith(`/api${listWorkQueueItemAccess.path}`)) return Response.json({ wasSuccessful: true, users });
    if (url === `/api${saveWorkQueueItemAccess.path}`) sent.push(JSON.parse(body ?? 'null'));
    return Response.json({ wasSuccessful: true, results });
  });
  const user = renderComponent(
    <QueryClientProvider client={new QueryClient()}>
      <ShareItemsDialog items={[queueItem]} onClose={() => undefined} />
      <Notifications />
    </QueryClientProvider>,
  );
  return { user, sent };
}

test('sharing that cannot be stopped says why', async () => {
  const { user } = open(workQueueTexts.notTheirs);
  await user.click(await screen.findByRole('button', { name: 'Stop sharing with Linh Nguyen' }));
  expect(await screen.findByText(workQueueTexts.notTheirs)).toBeVisible();
  expect(screen.queryByText(/^No longer shared/)).toBeNull();
});

test('stopping is undone by sharing with the same colleague again', async () => {
  const { user, sent } = open(null);
  await user.click(await screen.findByRole('button', { name: 'Stop sharing with Linh Nguyen' }));
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  const workQueueEncounterIds = [workQueueEncounterId];
  await vi.waitFor(() =>
    expect(sent).toEqual([
      { workQueueEncounterIds, removedUserIds: [7] },
      { workQueueEncounterIds, addedUserIds: [7] },
    ]),
  );
});
