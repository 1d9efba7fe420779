import type { Endpoint } from '@careloop/contracts/endpoint';
import { realtimeEvents } from '@careloop/contracts/realtime';
import type { RealtimeEventName } from '@careloop/contracts/realtimeEventName';

/** Endpoints whose responses a call makes stale, as its contract states: reads, and all that the named events make stale. */
export function staleReadsOf({ makesStale }: Endpoint): readonly Endpoint[] {
  return makesStale.flatMap((stale) => (typeof stale === 'string' ? readsOfEvent(stale) : [stale]));
}

function readsOfEvent(name: RealtimeEventName): readonly Endpoint[] {
  const { makesStale, makesStaleWhereShown, makesStaleForUser } = realtimeEvents[name];
  return [...makesStale, ...makesStaleWhereShown, ...makesStaleForUser];
}
