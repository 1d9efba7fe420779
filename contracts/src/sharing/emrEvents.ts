import { z } from 'zod';
import { signedIn } from '../access.ts';
import { careTeamEvents } from '../care-teams/events.ts';
import { id } from '../fields.ts';
import { patientEvents } from '../patients/events.ts';
import { realtimeEvent } from '../realtimeEvent.ts';
import { getEmrStatus } from './emr.ts';

export const emrEvents = {
  /** A patient's record was updated from the EMR; any part may have changed. Sent to everybody who can see the patient. */
  RecordPulledEvent: realtimeEvent({
    payload: z.object({ patientId: id }),
    access: signedIn,
    makesStale: [
      getEmrStatus,
      ...patientEvents.PatientChangedEvent.makesStale,
      ...careTeamEvents.CareTeamChangedEvent.makesStale,
    ],
    makesStaleWhereShown: patientEvents.PatientChangedEvent.makesStaleWhereShown,
  }),
};
