import { z } from 'zod';
import { getDashboard } from '../dashboard.ts';
import { signedIn } from '../access.ts';
import { listCharts } from '../charts.ts';
import { id } from '../fields.ts';
import { getPatientInfo, listAppointments, listConditions, listEncounters, listPatients } from '../patients.ts';
import { getActivityFilters, listActivities } from './activities.ts';
import { getDemographics } from './demographics.ts';
import { getEncounter } from './encounters.ts';
import { listPatientChanges } from './history.ts';
import { getPatientOverview } from './overview.ts';
import { realtimeEvent } from '../realtimeEvent.ts';

export const patientEvents = {
  /** What is known of a patient changed. */
  PatientChangedEvent: realtimeEvent({
    payload: z.object({ patientId: id }),
    access: signedIn,
    makesStale: [
      // An appointment, admission or document of today brings a patient to Home who was not there before.
      getDashboard,
      listActivities,
      getActivityFilters,
      getDemographics,
      getEncounter,
      listPatientChanges,
      getPatientInfo,
      getPatientOverview,
      listEncounters,
      listAppointments,
      listConditions,
      listCharts,
    ],
    makesStaleWhereShown: [listPatients],
  }),
};
