import { getPendingInviteCount, listCareTeam } from '@careloop/contracts/care-teams';
import { listCharts } from '@careloop/contracts/charts';
import { getImpersonatableUsers } from '@careloop/contracts/directory';
import type { Endpoint } from '@careloop/contracts/endpoint';
import { getMessageReaders, getUnreadMessageCount, getUserConversationMessages } from '@careloop/contracts/messages';
import { getSingleUserConversation } from '@careloop/contracts/messages-conversations';
import {
  canAccessPatient,
  getPatientInfo,
  listAppointments,
  listConditions,
  listEncounters,
  listPatients,
} from '@careloop/contracts/patients';
import type { RealtimeEventName } from '@careloop/contracts/realtime';
import { getReferral, listReferrals } from '@careloop/contracts/referrals';
import { getWorkQueues, listWorkQueueItems, listWorkQueueItemsByStatus } from '@careloop/contracts/work-queues';

const queueLists = [getWorkQueues, listWorkQueueItems, listWorkQueueItemsByStatus] as const;

/**
 * What each event makes old. Events carry ids only; the screens read again through the authorised API. Conversations and
 * their lists are kept in conversationEvents.ts: not all of them is read again for one that changed.
 */
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
  // Who leaves a care team leaves the patient's conversations with it.
  CareTeamMembershipUpdatedEvent: [
    getPendingInviteCount,
    getUnreadMessageCount,
    listCareTeam,
    getPatientInfo,
    canAccessPatient,
    listPatients,
    getSingleUserConversation,
    getUserConversationMessages,
  ],
  PatientChangedEvent: [getPatientInfo, listPatients, listEncounters, listConditions, listCharts],
  DeliveryChangedEvent: [getReferral],
  // The badge takes its count from the event itself.
  UnreadMessageCountChangedEvent: [getImpersonatableUsers],
  ConversationChangedEvent: [],
  ConversationReadEvent: [getMessageReaders],
};
