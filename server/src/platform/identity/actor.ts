import type { Feature, Permission } from '@careloop/contracts/access';

import type { InSqlOf } from '../db/fixedStatement.ts';
import type { SqlTypes } from '../db/sharedStatement.ts';

/** A client, and which roles the user and those they may act for have in it. Arrays hold user ids. */
export interface Allocation {
  readonly clientId: number;
  readonly memberIds: readonly number[];
  readonly coordinatorIds: readonly number[];
  readonly viewerIds: readonly number[];
}

/** The signed-in user, whom they act for, and their permissions. Found anew for each request: see findActor(). */
export interface Actor {
  readonly userId: number;
  readonly sessionId: number;
  readonly username: string;
  readonly fullName: string;
  /** The user this call is made for, if not the signed-in user. */
  readonly onBehalfOfUserId: number | null;
  readonly permissions: ReadonlySet<Permission>;
  readonly features: ReadonlySet<Feature>;
  /** Clients the user is allocated to, or those of the person acted for. */
  readonly clientIds: readonly number[];
  readonly allocations: readonly Allocation[];
  /** The user and everybody they may act for. They see the patients, referrals and items of all of these. */
  readonly userIds: readonly number[];
  /** The user whose shared items count: the signed-in user, or the person acted for. */
  readonly grantedUserId: number;
  /** Clients in which they see every patient, by their own permission or that of somebody they act for. */
  readonly viewAllClientIds: readonly number[];
  /** Clients in which they work the shared queues. */
  readonly coordinatorClientIds: readonly number[];
  readonly expiresAt: Date;
  /** Client address of the call; null for work outside a call. */
  readonly ip: string | null;
}

/** The fields of an actor that conditions of SQL are made of. */
export type ActorIds = Pick<
  Actor,
  'userId' | 'userIds' | 'clientIds' | 'grantedUserId' | 'viewAllClientIds' | 'coordinatorClientIds'
>;

export type ActorInSql = InSqlOf<ActorIds>;

export const actorSqlTypes: SqlTypes<ActorIds> = {
  userId: 'bigint',
  userIds: 'bigint[]',
  clientIds: 'bigint[]',
  grantedUserId: 'bigint',
  viewAllClientIds: 'bigint[]',
  coordinatorClientIds: 'bigint[]',
};

/**
 * The actor fields that decide what somebody sees.
 * @param userId the user whose own clients and grants count
 * @param userIds the people they see through, including themselves
 */
export function sightOf(allocations: readonly Allocation[], userId: number, userIds: readonly number[]) {
  const clientsOf = (holders: 'memberIds' | 'coordinatorIds' | 'viewerIds', people: readonly number[]) =>
    allocations.filter((one) => one[holders].some((id) => people.includes(id))).map((one) => one.clientId);
  return {
    allocations,
    userIds,
    clientIds: clientsOf('memberIds', [userId]),
    grantedUserId: userId,
    viewAllClientIds: clientsOf('viewerIds', userIds),
    coordinatorClientIds: clientsOf('coordinatorIds', userIds),
  };
}

/**
 * Limits an actor who acts for somebody to what that person sees, without the user's own access or that of others they
 * may act for (decision 013).
 */
export function inSightOf(actor: Actor): Actor {
  const { onBehalfOfUserId, allocations } = actor;
  return onBehalfOfUserId === null
    ? actor
    : { ...actor, ...sightOf(allocations, onBehalfOfUserId, [onBehalfOfUserId]) };
}

/** The user on whose behalf the action is taken: the person acted for, otherwise the signed-in user. */
export function principalOf(actor: Actor): number {
  return actor.onBehalfOfUserId ?? actor.userId;
}

/**
 * Returns the actor acting for `userId`, for actions that imply it, such as responding to a referral sent to that user.
 * Unchanged if the actor already acts for somebody or may not act for this user.
 */
export function inNameOf(actor: Actor, userId: number | null): Actor {
  if (actor.onBehalfOfUserId !== null || userId === null || userId === actor.userId) return actor;
  return actor.userIds.includes(userId) ? { ...actor, onBehalfOfUserId: userId } : actor;
}
