import { z } from 'zod';
import { getDashboard } from '../dashboard.ts';
import { signedIn } from '../access.ts';
import { id } from '../fields.ts';
import {
  countAccessRequests,
  countEmergencyAccess,
  listAccessRequests,
  listEmergencyAccess,
  listPatientEmergencyAccess,
  reviewingEmergencyAccess,
} from '../patient-access.ts';
import { canAccessPatient, getPatientInfo } from '../patients.ts';
import { findPatientsBeyond, searchPatients } from '../patients/find.ts';
import { realtimeEvent } from '../realtimeEvent.ts';

export const patientAccessEvents = {
  /** A request for access was made, answered or withdrawn. To whoever asked, and to those who can answer. */
  AccessRequestChangedEvent: realtimeEvent({
    payload: z.object({ accessRequestId: id, patientId: id, userId: id }),
    access: signedIn,
    makesStale: [getDashboard, listAccessRequests, countAccessRequests, findPatientsBeyond, searchPatients],
  }),
  /** Somebody opened a patient in an emergency. To everybody who sees the patient. */
  EmergencyAccessEvent: realtimeEvent({
    payload: z.object({ breakGlassAccessId: id, patientId: id, userId: id }),
    access: signedIn,
    // It opens the user's own queue items about the patient, too.
    makesStale: [getDashboard, listPatientEmergencyAccess, canAccessPatient, getPatientInfo],
  }),
  /** The same, or it was reviewed. To those who review emergency access of the client, whether they see the patient or not. */
  EmergencyAccessReviewEvent: realtimeEvent({
    payload: z.object({ breakGlassAccessId: id }),
    access: reviewingEmergencyAccess,
    makesStale: [listEmergencyAccess, countEmergencyAccess],
  }),
};
