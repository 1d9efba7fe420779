import { getPendingInviteCount } from '@careloop/contracts/care-teams';
import { listCharts } from '@careloop/contracts/charts';
import type { Endpoint } from '@careloop/contracts/endpoint';
import {
  canAccessPatient,
  getPatientInfo,
  listAppointments,
  listCareTeam,
  listConditions,
  listEncounters,
  listPatients,
} from '@careloop/contracts/patients';
import type { RealtimeEventName } from '@careloop/contracts/realtime';
import { getReferral, listReferrals } from '@careloop/contracts/referrals';
import { getWorkQueues, listWorkQueueItems, listWorkQueueItemsByStatus } from '@careloop/contracts/work-queues';

const queueLists = [getWorkQueues, listWorkQueueItems, listWorkQueueItemsByStatus] as const;

/** What each event makes old. Events carry ids only; the screens read again through the authorised API. */
export const realtimeInvalidations: Record<Exclude<RealtimeEventName, 'ResyncEvent'>, readonly Endpoint[]> = {
  // Who accepts a referral joins the care team with it.
  ReferralChangedEvent: [
    listReferrals,
    getReferral,
    listPatients,
    listAppointments,
    listCareTeam,
    getPatientInfo,
    ...queueLists,
  ],
  WorkQueueItemChangedEvent: queueLists,
  CareTeamMembershipUpdatedEvent: [getPendingInviteCount, listCareTeam, getPatientInfo, canAccessPatient, listPatients],
  PatientChangedEvent: [getPatientInfo, listPatients, listEncounters, listConditions, listCharts],
  DeliveryChangedEvent: [getReferral],
};
