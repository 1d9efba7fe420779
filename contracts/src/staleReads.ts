import type { Endpoint } from './endpoint.ts';
import { realtimeEvents, type RealtimeEvents } from './realtime.ts';
import type { RealtimeEventName } from './realtimeEventName.ts';

type Payload = RealtimeEvents[RealtimeEventName];

export interface ReceivedEvent {
  name: RealtimeEventName;
  payload: Payload;
}

/** A read as a screen holds it. */
export interface HeldRead {
  path: unknown;
  input: unknown;
  /** The response; undefined while it loads. */
  data: unknown;
}

/**
 * Whether an event makes a read stale, as it declares in `contracts/<domain>/events.ts`.
 * @param showsDataOf whether the screens show this user's data
 */
export function staleAfter(
  { name, payload }: ReceivedEvent,
  showsDataOf: (userId: number) => boolean,
): (read: HeldRead) => boolean {
  const { makesStale, makesStaleWhereShown, makesStaleForUser } = realtimeEvents[name];
  const isForUser = 'userId' in payload && showsDataOf(payload.userId);
  const stale = pathsOf([...makesStale, ...(isForUser ? makesStaleForUser : [])]);
  const staleWhereShown = pathsOf(makesStaleWhereShown);
  const ids = idsOf(payload);
  return ({ path, input, data }) =>
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

/** Reads that a successful call makes stale in the browser that makes it: reads, and all that the named events make stale. */
export function staleReadsOf({ makesStale }: Endpoint): readonly Endpoint[] {
  return makesStale.flatMap((stale) => (typeof stale === 'string' ? readsOfEvent(stale) : [stale]));
}

function readsOfEvent(name: RealtimeEventName): readonly Endpoint[] {
  const { makesStale, makesStaleWhereShown, makesStaleForUser } = realtimeEvents[name];
  return [...makesStale, ...makesStaleWhereShown, ...makesStaleForUser];
}
