import { getUserConversations } from '@careloop/contracts/messages/conversations';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { invalidationTimes } from '../../api/coalesce.ts';
import { expectUser } from '../../api/expectedUser.ts';
import { dispatchRealtimeEvent } from '../../api/realtime.ts';
import { watchConversations } from './realtime.ts';

const me = 40;
const conversationKey = 'a';

let client: QueryClient;
let stopWatching: () => void;
let stop: () => void;
/** Number of times the whole list was refetched. */
let readings: number;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', async () => Response.json({ wasSuccessful: true, items: [], nextCursor: null }));
  expectUser(me);
  readings = 0;
  client = new QueryClient();
  const queryKey = [getUserConversations.path, {}];
  const page = { items: [], nextCursor: null };
  const list = { pages: [page], pageParams: [undefined] };
  client.setQueryData(queryKey, list);
  const queryFn = () => {
    readings += 1;
    return list;
  };
  stop = new QueryObserver(client, { queryKey, queryFn, staleTime: Number.POSITIVE_INFINITY }).subscribe(
    () => undefined,
  );
  stopWatching = watchConversations(client);
});
afterEach(() => {
  stopWatching();
  stop();
  client.clear();
  expectUser(undefined);
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const changed = () => dispatchRealtimeEvent('ConversationChangedEvent', { conversationKey, lastSequence: 3 });
const counted = () =>
  dispatchRealtimeEvent('UnreadMessageCountChangedEvent', { userId: me, sequence: 5, unreadMessageCount: 2 });
const afterTheBurst = () => vi.advanceTimersByTimeAsync(invalidationTimes.wait * 2);

test.each([
  ['before', [counted, changed]],
  ['together with', [changed, counted]],
])('a count that comes %s what changed it asks for nothing more', async (_when, events) => {
  for (const receive of events) receive();
  await afterTheBurst();
  expect(readings).toBe(0);
});

test('a count whose change has already been refetched triggers nothing', async () => {
  changed();
  await afterTheBurst();
  counted();
  await afterTheBurst();
  expect(readings).toBe(0);
});

test('an unexplained count refetches everything', async () => {
  counted();
  await afterTheBurst();
  expect(readings).toBe(1);
});
