import { messageTexts } from '@careloop/contracts/messages';
import { editTexts } from '@careloop/contracts/patients/history';

import type { Actor } from '../../access/actor.ts';
import type { Policy } from '../../access/authorize.ts';
import type { PatientRecordRow } from './recordPolicy.ts';

/** What the rules about a patient look at. The row was read through the access predicate already. */
export interface PatientRow {
  clientId: number;
  isDeceased: boolean;
}

export const patientPolicy: Policy<PatientRow, 'createReferral' | 'referForAnyProvider'> = {
  createReferral: (_actor: Actor, patient) =>
    patient.isDeceased ? 'A referral cannot be sent for a patient who has died.' : true,
  referForAnyProvider: (actor, patient) =>
    actor.coordinatorClientIds.includes(patient.clientId) ? true : 'Only a care coordinator can do this.',
};

/** What emergency access does not open; the calls that do it check the same. */
export const regularAccessPolicy: Policy<Pick<PatientRecordRow, 'isEmergencyOnly'>, 'sendMessage' | 'addEncounter'> = {
  sendMessage: (_actor, patient) => (patient.isEmergencyOnly ? messageTexts.emergencyOnly : true),
  addEncounter: (_actor, patient) => (patient.isEmergencyOnly ? editTexts.readOnly : true),
};

/** What the rules about asking for a consultation look at. */
export type ConsultedPatientRow = PatientRow & Pick<PatientRecordRow, 'isEmergencyOnly'> & { patientId: number };

/** Asking for a consultation brings the person asked onto the care team, which emergency access alone does not allow. */
export const consultedPatientPolicy: Policy<Omit<ConsultedPatientRow, 'patientId'>, 'createConsultation'> = {
  createConsultation: (_actor, patient) => {
    if (patient.isDeceased) return 'A consultation cannot be requested for a patient who has died.';
    return patient.isEmergencyOnly ? 'You cannot request a consultation with emergency access alone.' : true;
  },
};
