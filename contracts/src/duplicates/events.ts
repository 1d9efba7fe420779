import { getDashboard } from '../dashboard.ts';
import { z } from 'zod';
import { signedIn } from '../access.ts';
import { getPendingInviteCount, listCareTeam } from '../care-teams.ts';
import { listConsultations } from '../consultations.ts';
import { countDuplicates, getDuplicate, listDuplicates, reviewing } from '../duplicates.ts';
import { id } from '../fields.ts';
import { canAccessPatient } from '../patients.ts';
import { patientEvents } from '../patients/events.ts';
import { countPatients } from '../patients/lists.ts';
import { realtimeEvent } from '../realtimeEvent.ts';
import { listReferrals } from '../referrals.ts';
import { getReferralFilterValues } from '../referrals/filters.ts';
import { listTasks } from '../tasks.ts';

export const duplicateEvents = {
  /** Two patient records were merged or separated again. Sent for each of the two. */
  PatientMergedEvent: realtimeEvent({
    payload: z.object({ patientId: id }),
    access: signedIn,
    makesStale: [
      ...patientEvents.PatientChangedEvent.makesStale,
      getDashboard,
      canAccessPatient,
      countPatients,
      getPendingInviteCount,
      listCareTeam,
      listConsultations,
      listReferrals,
      getReferralFilterValues,
      listTasks,
    ],
    makesStaleWhereShown: patientEvents.PatientChangedEvent.makesStaleWhereShown,
  }),
  /** A pair of possible duplicates was decided, or changed because of another pair. */
  DuplicatesChangedEvent: realtimeEvent({
    payload: z.object({ patientDuplicateId: id }),
    access: reviewing,
    makesStale: [countDuplicates, listDuplicates, getDuplicate],
  }),
};
