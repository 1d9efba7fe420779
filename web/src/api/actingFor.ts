import type { Endpoint } from '@careloop/contracts/endpoint';
import { expectedUser, proxiedUsers } from './expectedUser.ts';

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

/** Whether the screens show this user's data: that of the person acted for, or one's own and that of all one may act for. */
export function showsDataOf(id: number): boolean {
  return id === shownUser() || (userId === undefined && proxiedUsers().includes(id));
}

/** The user a call is made for, as the server reads it (docs/domain/permissions.md). */
export function actingInput({ access, isOwn }: Pick<Endpoint, 'access' | 'isOwn'>): { onBehalfOfUserId?: number } {
  return userId === undefined || isOwn || access.kind === 'public' ? {} : { onBehalfOfUserId: userId };
}
