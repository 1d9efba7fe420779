import { z } from 'zod';
import { getDashboard } from '../dashboard.ts';
import { signedIn } from '../access.ts';
import { getPendingInviteCount, listCareTeam } from '../care-teams.ts';
import { getConsultation, getConsultationInQueue } from '../consultations.ts';
import { getInvitations, getInviteBatch } from './invitations.ts';
import { id } from '../fields.ts';
import { getUnreadMessageCount, getUserConversationMessages } from '../messages.ts';
import { getSingleUserConversation } from '../messages/conversations.ts';
import { canAccessPatient, getPatientInfo, getSectionCounts, listPatients } from '../patients.ts';
import { getActivityFilters, listActivities } from '../patients/activities.ts';
import { getDemographics } from '../patients/demographics.ts';
import { getPatientOverview } from '../patients/overview.ts';
import { findPatientsBeyond, searchPatients } from '../patients/find.ts';
import { countPatients } from '../patients/lists.ts';
import { realtimeEvent } from '../realtimeEvent.ts';
import { getReferral, listReferrals } from '../referrals.ts';
import { getReferralFilterValues } from '../referrals/filters.ts';
import { getWorkQueues, listWorkQueueItems, listWorkQueueItemsByStatus } from '../work-queues.ts';

/** They show the size of the care team, and whether the reader may open the patient. */
const requestsOfPatient = [getReferral, getConsultation, getConsultationInQueue];

export const careTeamEvents = {
  /** The user joined, left or was invited to a care team. Sent to them and those who act for them. */
  CareTeamMembershipUpdatedEvent: realtimeEvent({
    payload: z.object({ userId: id, patientId: id }),
    access: signedIn,
    // Leaving a care team also ends access to the patient's conversations.
    makesStale: [
      getDashboard,
      getPendingInviteCount,
      getInvitations,
      findPatientsBeyond,
      searchPatients,
      getUnreadMessageCount,
      listCareTeam,
      getPatientInfo,
      getSectionCounts,
      getPatientOverview,
      getDemographics,
      canAccessPatient,
      getSingleUserConversation,
      getUserConversationMessages,
      listActivities,
      getActivityFilters,
    ],
    makesStaleWhereShown: requestsOfPatient,
    // The patient's rows appear and disappear with access to the patient.
    makesStaleForUser: [
      listPatients,
      countPatients,
      listReferrals,
      getReferralFilterValues,
      getWorkQueues,
      listWorkQueueItems,
      listWorkQueueItemsByStatus,
    ],
  }),
  /** An invitation was declined. Sent to the inviter and those who act for them. */
  InvitationDeclinedEvent: realtimeEvent({
    /** `userId`: the inviter. */
    payload: z.object({ careTeamMemberId: id, patientId: id, userId: id }),
    access: signedIn,
    makesStale: [listCareTeam],
  }),
  /** Members of a care team joined, left or changed; one event per change. Sent to everybody who can see the patient. */
  CareTeamChangedEvent: realtimeEvent({
    payload: z.object({ patientId: id }),
    access: signedIn,
    makesStale: [
      listCareTeam,
      getPatientInfo,
      getSectionCounts,
      getPatientOverview,
      getDemographics,
      getSingleUserConversation,
      getUserConversationMessages,
      listActivities,
      getActivityFilters,
    ],
    makesStaleWhereShown: requestsOfPatient,
  }),
  /** A job has processed another invitation of a batch. Sent to the user who started it. */
  InviteBatchChangedEvent: realtimeEvent({
    payload: z.object({ inviteBatchId: id }),
    access: signedIn,
    makesStale: [getInviteBatch],
  }),
};
