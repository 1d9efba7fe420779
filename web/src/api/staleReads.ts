import type { Endpoint } from '@careloop/contracts/endpoint';

/** Endpoints whose responses a call makes stale, as its contract states: reads, and all that the named events make stale. */
export async function staleReadsOf({ makesStale }: Endpoint): Promise<readonly Endpoint[]> {
  const reads = makesStale.filter((stale) => typeof stale !== 'string');
  const names = makesStale.filter((stale) => typeof stale === 'string');
  if (names.length === 0) return reads;
  // In the chunk of the live updates, which the first screen does not wait for.
  const { realtimeEvents } = await import('@careloop/contracts/realtime');
  const events = names.map((name) => realtimeEvents[name]);
  return [
    ...reads,
    ...events.flatMap((event) => [...event.makesStale, ...event.makesStaleWhereShown, ...event.makesStaleForUser]),
  ];
}
