import type { QueueSubjectType } from '@careloop/contracts/work-queues';
import { consultationInQueue } from './consultations/ConsultationInQueue.tsx';
import { referralInQueue } from './referrals/ReferralInQueue.tsx';
import type { QueueSubjectView } from './work-queues/shared/queueSubject.ts';

/** What the work queues show, by what an item is about. */
export const queueSubjects: Record<QueueSubjectType, QueueSubjectView> = {
  referral: referralInQueue,
  consultation: consultationInQueue,
};
