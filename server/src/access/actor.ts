import type { Feature, Permission } from '@careloop/contracts/access';

/** A client, and what the user and those they may act for are there. */
export interface Allocation {
  readonly clientId: number;
  readonly memberIds: readonly number[];
  readonly coordinatorIds: readonly number[];
  readonly viewerIds: readonly number[];
}

/** Who acts, for whom, and what they hold. Made from the session for each request; never kept. */
export interface Actor {
  readonly userId: number;
  readonly sessionId: number;
  readonly username: string;
  readonly fullName: string;
  /** The person this call is made for, if it is not the user. */
  readonly onBehalfOfUserId: number | null;
  readonly permissions: ReadonlySet<Permission>;
  readonly features: ReadonlySet<Feature>;
  /** Clients they are allocated to; when they act for somebody, that person's. */
  readonly clientIds: readonly number[];
  readonly allocations: readonly Allocation[];
  /** The user and everybody they may act for: whose patients, referrals and items they see. */
  readonly userIds: readonly number[];
  /** With whom items are shared: the user, or the person they act for. */
  readonly grantedUserId: number;
  /** Clients whose every patient they see, through themselves or somebody they act for. */
  readonly viewAllClientIds: readonly number[];
  /** Clients whose shared queues they work. */
  readonly coordinatorClientIds: readonly number[];
  readonly expiresAt: Date;
  /** Where the call came from; null for what no call carries. */
  readonly ip: string | null;
}

/**
 * What somebody sees: by themselves, and through these people, who include them.
 * @param userId whose own clients and grants count
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
 * The actor of a call made for somebody: limited to what that person sees, without the user's own access or that of others
 * they act for (decision 013).
 */
export function inSightOf(actor: Actor): Actor {
  const { onBehalfOfUserId, allocations } = actor;
  return onBehalfOfUserId === null
    ? actor
    : { ...actor, ...sightOf(allocations, onBehalfOfUserId, [onBehalfOfUserId]) };
}

/** The person in whose name something is done: the one acted for, else the user. */
export function principalOf(actor: Actor): number {
  return actor.onBehalfOfUserId ?? actor.userId;
}

/**
 * The same actor acting for a user, for actions that imply whom they are for: answering a referral sent to that user,
 * sending one on that user's behalf. Unchanged if the actor already acts for somebody, or may not act for this user.
 */
export function inNameOf(actor: Actor, userId: number | null): Actor {
  if (actor.onBehalfOfUserId !== null || userId === null || userId === actor.userId) return actor;
  return actor.userIds.includes(userId) ? { ...actor, onBehalfOfUserId: userId } : actor;
}
