import { workQueueTexts } from '@careloop/contracts/work-queues/items';

import type { Actor } from '../../access/actor.ts';
import type { Policy } from '../../access/authorize.ts';
import { kindOf } from '../queueKinds.ts';

/** What the rules about an item look at. The row was read through the predicate of the queues already. */
export interface QueueItemRow {
  workQueueId: number;
  status: 'open' | 'completed';
  /** Owned by the actor, somebody they act for, or a client they coordinate; see `isOwned` of itemParts.ts. */
  isOwned: boolean;
  /** Emergency access alone opens it. */
  isEmergencyOnly: boolean;
  claim: { userId: number; fullName: string } | null;
  /** Nobody waits for what it is about any more. */
  isAnswered: boolean;
}

const completedAlready = 'This item is completed already.';

export const queueItemPolicy: Policy<QueueItemRow, 'complete' | 'reopen' | 'share' | 'claim' | 'release'> = {
  complete: (_actor, item) => {
    if (item.isEmergencyOnly) return workQueueTexts.emergency;
    return item.status === 'open' || completedAlready;
  },
  reopen: (_actor, { status, workQueueId, isAnswered, isEmergencyOnly }) => {
    if (isEmergencyOnly) return workQueueTexts.emergency;
    if (status === 'open') return 'This item is open.';
    const isOver = isAnswered && kindOf(workQueueId)?.endedByAnswer === true;
    return isOver ? 'This item was completed by an answer.' : true;
  },
  share: (_actor, item) => item.isOwned || workQueueTexts.onlyOwnersShare,
  claim: (actor, { status, claim, isEmergencyOnly }) => {
    if (isEmergencyOnly) return workQueueTexts.emergency;
    if (status === 'completed') return completedAlready;
    if (claim === null) return true;
    return claim.userId === actor.userId
      ? 'You are working on this item.'
      : `${claim.fullName} is working on this item.`;
  },
  release: (actor: Actor, { claim }) => claim?.userId === actor.userId || 'You are not working on this item.',
};
