import { listCareTeam } from '@careloop/contracts/care-teams';
import type { Endpoint } from '@careloop/contracts/endpoint';
import { getPatientInfo, listAppointments, listPatients } from '@careloop/contracts/patients';
import { getPatientOverview } from '@careloop/contracts/patients/overview';
import type { cancelAppointment, recordNoShow, rescheduleReferral } from '@careloop/contracts/referrals/appointments';
import type { completeReferral, reopenReferral } from '@careloop/contracts/referrals/closing';
import type {
  acceptReferral,
  addReferralComment,
  cancelReferral,
  declineReferral,
  selectReferralProvider,
} from '@careloop/contracts/referrals/processing';
import type { changeReferralUrgency, updateReferral } from '@careloop/contracts/referrals/updating';
import { getReferral, listReferrals } from '@careloop/contracts/referrals';
import { getReferralFilterValues } from '@careloop/contracts/referrals/filters';
import { countUnreadReferrals } from '@careloop/contracts/referrals/unread';
import { getWorkQueues, listWorkQueueItems, listWorkQueueItemsByStatus } from '@careloop/contracts/work-queues';
import { useCall, type UseCallOptions } from '../../../api/query.ts';

/** Endpoints that are stale after the user has sent or changed a referral. */
export const changedByReferrals: readonly Endpoint[] = [
  getReferral,
  listReferrals,
  getReferralFilterValues,
  countUnreadReferrals,
  getWorkQueues,
  listWorkQueueItems,
  listWorkQueueItemsByStatus,
  listPatients,
  listAppointments,
  listCareTeam,
  getPatientInfo,
  getPatientOverview,
];

type Changing =
  | typeof cancelAppointment
  | typeof completeReferral
  | typeof reopenReferral
  | typeof recordNoShow
  | typeof rescheduleReferral
  | typeof acceptReferral
  | typeof addReferralComment
  | typeof cancelReferral
  | typeof declineReferral
  | typeof selectReferralProvider
  | typeof updateReferral
  | typeof changeReferralUrgency;

/** A call that changes a referral. */
export function useReferralCall<E extends Changing>(endpoint: E, options: Omit<UseCallOptions<E>, 'invalidates'>) {
  return useCall(endpoint, { ...options, invalidates: changedByReferrals });
}
