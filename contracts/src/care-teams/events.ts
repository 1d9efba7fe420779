import { z } from 'zod';
import { getDashboard } from '../dashboard.ts';
import { signedIn } from '../access.ts';
import { getPendingInviteCount, listCareTeam } from '../care-teams.ts';
import { getInvitations, getInviteBatch } from './invitations.ts';
import { id } from '../fields.ts';
import { getUnreadMessageCount, getUserConversationMessages } from '../messages.ts';
import { getSingleUserConversation } from '../messages/conversations.ts';
import { canAccessPatient, getPatientInfo, listPatients } from '../patients.ts';
import { getPatientOverview } from '../patients/overview.ts';
import { findPatientsBeyond, searchPatients } from '../patients/find.ts';
import { countPatients } from '../patients/lists.ts';
import { realtimeEvent } from '../realtimeEvent.ts';
import { listReferrals } from '../referrals.ts';
import { getWorkQueues, listWorkQueueItems, listWorkQueueItemsByStatus } from '../work-queues.ts';

export const careTeamEvents = {
  /** The user joined, left or was invited to a care team. To them and those who act for them. */
  CareTeamMembershipUpdatedEvent: realtimeEvent({
    payload: z.object({ userId: id, patientId: id }),
    access: signedIn,
    // Who leaves a care team leaves the patient's conversations with it.
    makesStale: [
      getDashboard,
      getPendingInviteCount,
      getInvitations,
      findPatientsBeyond,
      searchPatients,
      getUnreadMessageCount,
      listCareTeam,
      getPatientInfo,
      getPatientOverview,
      canAccessPatient,
      getSingleUserConversation,
      getUserConversationMessages,
    ],
    // The patient's rows come and go with the access to the patient.
    makesStaleForUser: [
      listPatients,
      countPatients,
      listReferrals,
      getWorkQueues,
      listWorkQueueItems,
      listWorkQueueItemsByStatus,
    ],
  }),
  /** Somebody declined an invitation. To whoever invited them and those who act for the inviter. */
  InvitationDeclinedEvent: realtimeEvent({
    /** `userId`: who invited. */
    payload: z.object({ careTeamMemberId: id, patientId: id, userId: id }),
    access: signedIn,
    makesStale: [listCareTeam],
  }),
  /** Members of a care team came, went or changed: one event for the whole change. To everybody who sees the patient. */
  CareTeamChangedEvent: realtimeEvent({
    payload: z.object({ patientId: id }),
    access: signedIn,
    makesStale: [listCareTeam, getPatientInfo, getSingleUserConversation, getUserConversationMessages],
  }),
  /** A job has answered one more of several invitations. To the user whose job it is. */
  InviteBatchChangedEvent: realtimeEvent({
    payload: z.object({ inviteBatchId: id }),
    access: signedIn,
    makesStale: [getInviteBatch],
  }),
};
