import type { Endpoint } from '@careloop/contracts/endpoint';
import { realtimeEvents, type RealtimeEvents } from '@careloop/contracts/realtime';
import type { RealtimeEventName } from '@careloop/contracts/realtimeEventName';
import type { Query, QueryClient } from '@tanstack/react-query';
import { showsDataOf } from './actingFor.ts';
import { invalidateWhere } from './query.ts';

type Payload = RealtimeEvents[RealtimeEventName];

export interface ReceivedEvent {
  name: RealtimeEventName;
  payload: Payload;
}

/** Invalidates the queries that these events make stale, as each declares in `contracts/<domain>/events.ts`. */
export async function invalidateStale(client: QueryClient, events: Iterable<ReceivedEvent>): Promise<void> {
  const tests = Array.from(events, staleTest);
  await invalidateWhere(client, (query) => tests.some((isStale) => isStale(query)));
}

function staleTest({ name, payload }: ReceivedEvent): (query: Query) => boolean {
  const { makesStale, makesStaleWhereShown, makesStaleForUser } = realtimeEvents[name];
  const isForUser = 'userId' in payload && showsDataOf(payload.userId);
  const stale = pathsOf([...makesStale, ...(isForUser ? makesStaleForUser : [])]);
  const staleWhereShown = pathsOf(makesStaleWhereShown);
  const ids = idsOf(payload);
  return ({ queryKey: [path, input], state: { data } }) =>
    (stale.has(path) || (staleWhereShown.has(path) && (data === undefined || mentions(data, ids)))) &&
    mayConcern(input, ids);
}

function pathsOf(endpoints: readonly Endpoint[]): ReadonlySet<unknown> {
  return new Set(endpoints.map(({ path }) => path));
}

type Ids = ReadonlyMap<string, unknown>;

function idsOf(payload: Payload): Ids {
  return new Map<string, unknown>(Object.entries(payload).filter(([name]) => /(?:Id|Key)$/.test(name)));
}

/** Whether a call may be about these ids: an id that is not in its input does not restrict it. */
function mayConcern(input: unknown, ids: Ids): boolean {
  const named = input as Record<string, string | number | undefined>;
  return [...ids].every(([name, id]) => named[name] === undefined || String(named[name]) === String(id));
}

/** Whether one of the ids occurs anywhere in a response. */
function mentions(data: unknown, ids: Ids): boolean {
  if (typeof data !== 'object' || data === null) return false;
  return Object.entries(data).some(
    ([name, value]) => (value !== null && ids.get(name) === value) || mentions(value, ids),
  );
}
