import { staleAfter, type ReceivedEvent } from '@careloop/contracts/staleReads';
import type { QueryClient } from '@tanstack/react-query';
import { showsDataOf } from './actingFor.ts';
import { invalidateWhere } from './query.ts';

/** Invalidates the queries that these events make stale, as each declares in `contracts/<domain>/events.ts`. */
export async function invalidateStale(client: QueryClient, events: Iterable<ReceivedEvent>): Promise<void> {
  const tests = Array.from(events, (event) => staleAfter(event, showsDataOf));
  await invalidateWhere(client, ({ queryKey: [path, input], state: { data } }) =>
    tests.some((isStale) => isStale({ path, input, data })),
  );
}
