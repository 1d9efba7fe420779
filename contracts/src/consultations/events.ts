import { z } from 'zod';
import { signedIn } from '../access.ts';
import { listCareTeam } from '../care-teams.ts';
import { countUnreadAnswers, getConsultation, getConsultationInQueue, listConsultations } from '../consultations.ts';
import { getDashboard } from '../dashboard.ts';
import { id } from '../fields.ts';
import { getPatientInfo, getSectionCounts } from '../patients.ts';
import { realtimeEvent } from '../realtimeEvent.ts';
import { listWorkQueueItems, listWorkQueueItemsByStatus } from '../work-queues.ts';

export const consultationEvents = {
  /** A consultation was sent, answered, withdrawn, turned into a referral or read. */
  ConsultationChangedEvent: realtimeEvent({
    payload: z.object({ careCoordinatorRequestId: id, patientId: id, version: z.number() }),
    access: signedIn,
    makesStale: [getDashboard, listConsultations, countUnreadAnswers, listCareTeam, getPatientInfo, getSectionCounts],
    makesStaleWhereShown: [getConsultation, getConsultationInQueue, listWorkQueueItems, listWorkQueueItemsByStatus],
  }),
};
