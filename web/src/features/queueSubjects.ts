import type { QueueSubjectType } from '@careloop/contracts/work-queues';
import { consultationInQueue } from './consultations/ConsultationInQueue.tsx';
import { referralInQueue } from './referrals/ReferralInQueue.tsx';
import type { QueueSubjectView } from './work-queues/shared/queueSubject.ts';

/** Views of the work queues, by the subject type of an item. */
export const queueSubjects: Record<QueueSubjectType, QueueSubjectView> = {
  referral: referralInQueue,
  consultation: consultationInQueue,
};
