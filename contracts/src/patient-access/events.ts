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
  /** A request for access was made, decided or withdrawn. Sent to the requester and to those who can decide. */
  AccessRequestChangedEvent: realtimeEvent({
    payload: z.object({ accessRequestId: id, patientId: id, userId: id }),
    access: signedIn,
    makesStale: [getDashboard, listAccessRequests, countAccessRequests, findPatientsBeyond, searchPatients],
  }),
  /** A user got emergency access to a patient. Sent to everybody who can see the patient. */
  EmergencyAccessEvent: realtimeEvent({
    payload: z.object({ breakGlassAccessId: id, patientId: id, userId: id }),
    access: signedIn,
    // It also gives access to the user's own queue items about the patient.
    makesStale: [getDashboard, listPatientEmergencyAccess, canAccessPatient, getPatientInfo],
  }),
  /** Emergency access began or was reviewed. Sent to the client's reviewers, whether or not they can see the patient. */
  EmergencyAccessReviewEvent: realtimeEvent({
    payload: z.object({ breakGlassAccessId: id }),
    access: reviewingEmergencyAccess,
    makesStale: [listEmergencyAccess, countEmergencyAccess],
  }),
};
