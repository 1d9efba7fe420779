import { z } from 'zod';
import { signedIn } from '../access.ts';
import { getPendingInviteCount, listCareTeam } from '../care-teams.ts';
import { id } from '../fields.ts';
import { getUnreadMessageCount, getUserConversationMessages } from '../messages.ts';
import { getSingleUserConversation } from '../messages/conversations.ts';
import { canAccessPatient, getPatientInfo, listPatients } from '../patients.ts';
import { getPatientOverview } from '../patients/overview.ts';
import { realtimeEvent } from '../realtimeEvent.ts';
import { listReferrals } from '../referrals.ts';
import { getWorkQueues, listWorkQueueItems, listWorkQueueItemsByStatus } from '../work-queues.ts';

export const careTeamEvents = {
  /** Somebody joined, left or was invited to a care team. */
  CareTeamMembershipUpdatedEvent: realtimeEvent({
    payload: z.object({ userId: id, patientId: id }),
    access: signedIn,
    // Who leaves a care team leaves the patient's conversations with it.
    makesStale: [
      getPendingInviteCount,
      getUnreadMessageCount,
      listCareTeam,
      getPatientInfo,
      getPatientOverview,
      canAccessPatient,
      getSingleUserConversation,
      getUserConversationMessages,
    ],
    // The patient's rows come and go with the access to the patient.
    makesStaleForUser: [listPatients, listReferrals, getWorkQueues, listWorkQueueItems, listWorkQueueItemsByStatus],
  }),
};
