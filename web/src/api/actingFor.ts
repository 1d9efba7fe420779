import { mayNameActedFor, type Endpoint } from '@careloop/contracts/endpoint';
import { expectedUser, proxiedUsers } from './expectedUser.ts';

let userId: number | undefined;

/**
 * Sets the user that calls are made for; undefined for the signed-in user.
 * @returns true if it changed, which makes all loaded data stale
 */
export function actFor(id: number | undefined): boolean {
  const isChange = id !== userId;
  userId = id;
  return isChange;
}

/** The user that calls are made for; undefined when the user is not acting for anyone. */
export function actedFor(): number | undefined {
  return userId;
}

/** The user whose data the page shows: the one acted for, or the signed-in user. */
export function shownUser(): number | undefined {
  return userId ?? expectedUser();
}

/** Whether the screens show this user's data: the person acted for, or else the user and everyone they may act for. */
export function showsDataOf(id: number): boolean {
  return id === shownUser() || (userId === undefined && proxiedUsers().includes(id));
}

/** The input that names the user a call is made for (docs/domain/permissions.md). */
export function actingInput(endpoint: Pick<Endpoint, 'access' | 'isOwn'>): { onBehalfOfUserId?: number } {
  return userId === undefined || !mayNameActedFor(endpoint) ? {} : { onBehalfOfUserId: userId };
}
