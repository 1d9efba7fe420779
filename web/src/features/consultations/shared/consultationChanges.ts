import { listCareTeam } from '@careloop/contracts/care-teams';
import {
  countUnreadAnswers,
  getConsultation,
  getConsultationInQueue,
  listConsultations,
  type cancelConsultation,
  type completeConsultation,
  type readConsultationAnswer,
} from '@careloop/contracts/consultations';
import type { Endpoint } from '@careloop/contracts/endpoint';
import { getPatientInfo } from '@careloop/contracts/patients';
import { getWorkQueues, listWorkQueueItems, listWorkQueueItemsByStatus } from '@careloop/contracts/work-queues';
import { useCall, type UseCallOptions } from '../../../api/query.ts';

/** Endpoints that are stale after the user has sent or changed a consultation. */
export const changedByConsultations: readonly Endpoint[] = [
  countUnreadAnswers,
  getConsultation,
  getConsultationInQueue,
  listConsultations,
  getWorkQueues,
  listWorkQueueItems,
  listWorkQueueItemsByStatus,
  listCareTeam,
  getPatientInfo,
];

type Changing = typeof cancelConsultation | typeof completeConsultation | typeof readConsultationAnswer;

/** A call that changes a consultation. */
export function useConsultationCall<E extends Changing>(endpoint: E, options: Omit<UseCallOptions<E>, 'invalidates'>) {
  return useCall(endpoint, { ...options, invalidates: changedByConsultations });
}
