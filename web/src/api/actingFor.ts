import type { Endpoint } from '@careloop/contracts/endpoint';
import { expectedUser, proxiedUsers } from './expectedUser.ts';

let userId: number | undefined;

/**
 * Sets whom calls are made for; undefined for the user.
 * @returns whether that changed, which makes everything loaded so far stale
 */
export function actFor(id: number | undefined): boolean {
  const isChange = id !== userId;
  userId = id;
  return isChange;
}

/** The user that calls are made for; undefined when the user acts for nobody. */
export function actedFor(): number | undefined {
  return userId;
}

/** The user whose data the page shows: the one acted for, or the signed-in user. */
export function shownUser(): number | undefined {
  return userId ?? expectedUser();
}

/** Whether the screens show this user's data: the person acted for, or the user and everybody they may act for. */
export function showsDataOf(id: number): boolean {
  return id === shownUser() || (userId === undefined && proxiedUsers().includes(id));
}

/** The user a call is made for, as the server reads it (docs/domain/permissions.md). */
export function actingInput({ access, isOwn }: Pick<Endpoint, 'access' | 'isOwn'>): { onBehalfOfUserId?: number } {
  return userId === undefined || isOwn || access.kind === 'public' ? {} : { onBehalfOfUserId: userId };
}
