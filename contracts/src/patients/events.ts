import { z } from 'zod';
import { getDashboard } from '../dashboard.ts';
import { signedIn } from '../access.ts';
import { listCharts } from '../charts.ts';
import { getDocument } from '../charts/viewer.ts';
import {
  countClinicalRecord,
  listAllergies,
  listBackground,
  listImmunizations,
  listMedications,
  listPlans,
  listProcedures,
} from '../clinical-record.ts';
import { getResultTrend, listResults, listResultSources } from '../clinical-record/results.ts';
import { getClinicalSummary } from '../clinical-record/summary.ts';
import { getConsultation, getConsultationInQueue, listConsultations } from '../consultations.ts';
import { id } from '../fields.ts';
import {
  getPatientInfo,
  getSectionCounts,
  listAppointments,
  listConditions,
  listEncounters,
  listPatients,
} from '../patients.ts';
import { getActivityFilters, listActivities } from './activities.ts';
import { getDemographics } from './demographics.ts';
import { getEncounter } from './encounters.ts';
import { listPatientChanges } from './history.ts';
import { getPatientOverview } from './overview.ts';
import { realtimeEvent } from '../realtimeEvent.ts';
import { getReferral, listReferrals } from '../referrals.ts';
import { getTask, listTasks } from '../tasks.ts';
import { listWorkQueueItems, listWorkQueueItemsByStatus } from '../work-queues.ts';

export const patientEvents = {
  /** A patient's data changed. */
  PatientChangedEvent: realtimeEvent({
    payload: z.object({ patientId: id }),
    access: signedIn,
    makesStale: [
      listActivities,
      getActivityFilters,
      getDemographics,
      getEncounter,
      listPatientChanges,
      getPatientInfo,
      getSectionCounts,
      getPatientOverview,
      listEncounters,
      listAppointments,
      listConditions,
      listCharts,
      countClinicalRecord,
      getClinicalSummary,
      listMedications,
      listAllergies,
      listResults,
      listResultSources,
      getResultTrend,
      listImmunizations,
      listProcedures,
      listPlans,
      listBackground,
    ],
    // Rows and requests that show who the patient is.
    makesStaleWhereShown: [
      listPatients,
      getDashboard,
      getDocument,
      getReferral,
      listReferrals,
      getConsultation,
      getConsultationInQueue,
      listConsultations,
      listTasks,
      getTask,
      listWorkQueueItems,
      listWorkQueueItemsByStatus,
    ],
  }),
  /** An appointment, encounter or document is new or changed, and may appear on Home of care team members. */
  PatientNewsEvent: realtimeEvent({
    payload: z.object({ patientId: id }),
    access: signedIn,
    makesStale: [getDashboard],
  }),
};
