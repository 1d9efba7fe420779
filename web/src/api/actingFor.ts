import type { Endpoint } from '@careloop/contracts/endpoint';
import { queryClient } from './queryClient.ts';

let userId: number | undefined;

/**
 * In whose name the calls are made from now on; undefined for the user's own. What was read before was read for
 * somebody else, so it is forgotten.
 */
export function actFor(id: number | undefined): void {
  if (id === userId) return;
  userId = id;
  void queryClient.resetQueries();
}

/** What a call carries so that the server knows for whom it is made (design: acting for others). */
export function actingInput({ access }: Pick<Endpoint, 'access'>): { onBehalfOfUserId?: number } {
  return userId === undefined || access.kind === 'public' ? {} : { onBehalfOfUserId: userId };
}
