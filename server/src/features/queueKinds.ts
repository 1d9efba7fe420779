import type { QueueSubjectType } from '@careloop/contracts/work-queues';

import type { QueueKind, QueueSubject } from '../work-queues/queueKinds.ts';
import { consultationQueueKinds, queuedConsultation } from './consultations/queueKinds.ts';
import { queuedReferral, referralQueueKinds } from './referrals/queueKinds.ts';

/** The possible subjects of queue items. */
export const queueSubjects: { [Type in QueueSubjectType]: QueueSubject<Type> } = {
  referral: queuedReferral,
  consultation: queuedConsultation,
};

/** Every kind of work queue. An item of any other queue shows only its patient and encounter. */
export const queueKinds: readonly QueueKind<never>[] = [...referralQueueKinds, ...consultationQueueKinds];

export function kindOf(workQueueId: number): QueueKind<never> | undefined {
  return queueKinds.find((kind) => kind.workQueueId === workQueueId);
}
