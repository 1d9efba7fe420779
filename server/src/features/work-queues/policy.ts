import type { Actor } from '../../access/actor.ts';
import type { Policy } from '../../access/authorize.ts';
import { kindOf } from '../queueKinds.ts';

/** What the rules about an item look at. The row was read through the predicate of the queues already. */
export interface QueueItemRow {
  workQueueId: number;
  status: 'open' | 'completed';
}

/** Items that wait for an answer are completed by it; what is only to be taken note of is completed by hand. */
function byHand({ workQueueId }: QueueItemRow): true | string {
  const kind = kindOf(workQueueId);
  return kind === undefined || kind.isCompletedByHand ? true : 'This item is completed when it is answered.';
}

export const queueItemPolicy: Policy<QueueItemRow, 'complete' | 'reopen'> = {
  complete: (_actor: Actor, item) => (item.status === 'open' ? byHand(item) : 'This item is completed already.'),
  reopen: (_actor: Actor, item) => (item.status === 'completed' ? byHand(item) : 'This item is open.'),
};
