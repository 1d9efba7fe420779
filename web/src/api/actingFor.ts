import type { Endpoint } from '@careloop/contracts/endpoint';
import { expectedUser } from './expectedUser.ts';

let userId: number | undefined;

/**
 * In whose name the calls are made from now on; undefined for the user's own.
 * @returns whether that is somebody else than before: what was read until now was read for them
 */
export function actFor(id: number | undefined): boolean {
  const isChange = id !== userId;
  userId = id;
  return isChange;
}

/** Whom the calls are made for; undefined for the user themselves. */
export function actedFor(): number | undefined {
  return userId;
}

/** Whose data the page shows: of whom one acts for, or one's own. */
export function shownUser(): number | undefined {
  return userId ?? expectedUser();
}

/** What a call carries so that the server knows for whom it is made (design: acting for others). */
export function actingInput({ access, isOwn }: Pick<Endpoint, 'access' | 'isOwn'>): { onBehalfOfUserId?: number } {
  return userId === undefined || isOwn || access.kind === 'public' ? {} : { onBehalfOfUserId: userId };
}
