import type { QueueKind } from '../work-queues/queueKinds.ts';
import { referralQueueKinds } from './referrals/queueKinds.ts';

/** Every kind of work queue. An item of a queue that is not here shows its patient and encounter only. */
export const queueKinds: readonly QueueKind<never>[] = [...referralQueueKinds];

/** What the items of these queues are about. */
export const queueSubjects = [...new Set(queueKinds.map((kind) => kind.subject))];

export function kindOf(workQueueId: number): QueueKind<never> | undefined {
  return queueKinds.find((kind) => kind.workQueueId === workQueueId);
}
