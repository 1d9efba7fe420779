import type { QueueSubjectType } from '@careloop/contracts/work-queues';

import type { QueueKind, QueueSubject } from '../work-queues/queueKinds.ts';
import { consultationQueueKinds, queuedConsultation } from './consultations/queueKinds.ts';
import { queuedReferral, referralQueueKinds } from './referrals/queueKinds.ts';

/** What items can be about. */
export const queueSubjects: { [Type in QueueSubjectType]: QueueSubject<Type> } = {
  referral: queuedReferral,
  consultation: queuedConsultation,
};

/** Every kind of work queue. An item of a queue that is not here shows its patient and encounter only. */
export const queueKinds: readonly QueueKind<never>[] = [...referralQueueKinds, ...consultationQueueKinds];

export function kindOf(workQueueId: number): QueueKind<never> | undefined {
  return queueKinds.find((kind) => kind.workQueueId === workQueueId);
}
