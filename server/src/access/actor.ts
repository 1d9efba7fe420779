import type { Feature, Permission } from '@careloop/contracts/access';

/** Who acts, for whom, and what they hold. Made from the session for each request; never kept. */
export interface Actor {
  readonly userId: number;
  readonly sessionId: number;
  readonly username: string;
  readonly fullName: string;
  /** The person this call is made for, when not for the user's own sake. */
  readonly onBehalfOfUserId: number | null;
  readonly permissions: ReadonlySet<Permission>;
  readonly features: ReadonlySet<Feature>;
  readonly clientIds: readonly number[];
  /** The user and everybody they may act for: whose patients, referrals and items they see. */
  readonly userIds: readonly number[];
  /** Clients whose every patient they see, through themselves or somebody they act for. */
  readonly viewAllClientIds: readonly number[];
  /** Clients whose shared queues they work. */
  readonly coordinatorClientIds: readonly number[];
  readonly expiresAt: Date;
  /** Where the call came from; null for what no call carries. */
  readonly ip: string | null;
}

/** The person in whose name something is done: the one acted for, else the user. */
export function principalOf(actor: Actor): number {
  return actor.onBehalfOfUserId ?? actor.userId;
}

/**
 * The same actor in the name of somebody they act for, where an action says by itself in whose name it is: answering
 * what was sent to them, sending what they refer. Nobody to act for, or a name given already, leaves the actor as it is.
 */
export function inNameOf(actor: Actor, userId: number | null): Actor {
  if (actor.onBehalfOfUserId !== null || userId === null || userId === actor.userId) return actor;
  return actor.userIds.includes(userId) ? { ...actor, onBehalfOfUserId: userId } : actor;
}
