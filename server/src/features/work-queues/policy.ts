import { workQueueTexts } from '@careloop/contracts/work-queues/items';

import type { Actor } from '../../platform/identity/actor.ts';
import type { Policy } from '../../core/access/authorize.ts';
import { kindOf } from '../queueKinds.ts';

/** The data that the rules for an item depend on. Access was checked when the row was loaded. */
export interface QueueItemRow {
  workQueueId: number;
  status: 'open' | 'completed';
  /** Owned by the actor, someone they act for, or a client they coordinate; see `isOwned` in itemParts.ts. */
  isOwned: boolean;
  /** Owned by the actor or someone they act for, even if they may no longer see its patient. */
  isOfUser: boolean;
  claim: { userId: number; fullName: string } | null;
  /** No one is waiting for its subject any longer. */
  isAnswered: boolean;
  /** Its subject has a provider. */
  hasProvider: boolean;
}

/** The actor owns it but can see it only by emergency access, which allows reading but no actions. */
const isSeenInEmergency = ({ isOfUser, isOwned }: QueueItemRow) => isOfUser && !isOwned;

const completedAlready = 'This item is completed already.';

export const queueItemPolicy: Policy<QueueItemRow, 'complete' | 'reopen' | 'share' | 'claim' | 'release'> = {
  complete: (_actor, item) => {
    if (isSeenInEmergency(item)) return workQueueTexts.emergency;
    return item.status === 'open' || completedAlready;
  },
  reopen: (_actor, item) => {
    const { status, workQueueId, isAnswered, hasProvider } = item;
    if (isSeenInEmergency(item)) return workQueueTexts.emergency;
    if (status === 'open') return 'This item is open.';
    const kind = kindOf(workQueueId);
    if (isAnswered && kind?.endedByAnswer === true) return 'This item was completed by an answer.';
    return hasProvider && kind?.endedByProvider === true ? 'A provider has already been selected.' : true;
  },
  share: (_actor, item) => item.isOwned || workQueueTexts.onlyOwnersShare,
  claim: (actor, item) => {
    const { status, claim } = item;
    if (isSeenInEmergency(item)) return workQueueTexts.emergency;
    if (status === 'completed') return completedAlready;
    if (claim === null) return true;
    return claim.userId === actor.userId
      ? 'You are working on this item.'
      : `${claim.fullName} is working on this item.`;
  },
  release: (actor: Actor, { claim }) => claim?.userId === actor.userId || 'You are not working on this item.',
};
