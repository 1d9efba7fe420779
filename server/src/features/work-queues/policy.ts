import { workQueueTexts } from '@careloop/contracts/work-queues/items';

import type { Actor } from '../../access/actor.ts';
import type { Policy } from '../../access/authorize.ts';

/** What the rules about an item look at. The row was read through the predicate of the queues already. */
export interface QueueItemRow {
  workQueueId: number;
  status: 'open' | 'completed';
  /** Owned by the actor, somebody they act for, or a client they coordinate; others see it because it was shared. */
  isOwned: boolean;
  claim: { userId: number; fullName: string } | null;
}

const completedAlready = 'This item is completed already.';

export const queueItemPolicy: Policy<QueueItemRow, 'complete' | 'reopen' | 'share' | 'claim' | 'release'> = {
  complete: (_actor, item) => item.status === 'open' || completedAlready,
  reopen: (_actor, item) => item.status === 'completed' || 'This item is open.',
  share: (_actor, item) => item.isOwned || workQueueTexts.onlyOwnersShare,
  claim: (actor, { status, claim }) => {
    if (status === 'completed') return completedAlready;
    if (claim === null) return true;
    return claim.userId === actor.userId
      ? 'You are working on this item.'
      : `${claim.fullName} is working on this item.`;
  },
  release: (actor: Actor, { claim }) => claim?.userId === actor.userId || 'You are not working on this item.',
};
