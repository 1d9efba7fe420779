import { listCareTeam } from '@careloop/contracts/care-teams';
import { getPatientInfo, listAppointments, listPatients } from '@careloop/contracts/patients';
import { getReferral, listReferrals } from '@careloop/contracts/referrals';
import { getWorkQueues, listWorkQueueItems, listWorkQueueItemsByStatus } from '@careloop/contracts/work-queues';

/** What is old after a referral was sent, answered, taken back or commented. */
export const changedByReferrals = [
  getReferral,
  listReferrals,
  getWorkQueues,
  listWorkQueueItems,
  listWorkQueueItemsByStatus,
  listPatients,
  listAppointments,
  listCareTeam,
  getPatientInfo,
] as const;
