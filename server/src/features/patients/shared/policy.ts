import { messageTexts } from '@careloop/contracts/messages';
import { editTexts } from '@careloop/contracts/patients/history';
import { exportTexts } from '@careloop/contracts/sharing/documentExport';

import type { Actor } from '../../../platform/identity/actor.ts';
import type { Policy } from '../../../core/access/authorize.ts';
import type { PatientRecordRow } from './recordPolicy.ts';

/** The data that the rules for a patient depend on. Access was checked when the row was loaded. */
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

/** Actions that emergency access does not allow; the calls that perform them check the same. */
export const regularAccessPolicy: Policy<
  Pick<PatientRecordRow, 'isEmergencyOnly'>,
  'sendMessage' | 'sendCharts' | 'addEncounter'
> = {
  sendMessage: (_actor, patient) => (patient.isEmergencyOnly ? messageTexts.emergencyOnly : true),
  sendCharts: (_actor, patient) => (patient.isEmergencyOnly ? exportTexts.emergencyOnly : true),
  addEncounter: (_actor, patient) => (patient.isEmergencyOnly ? editTexts.readOnly : true),
};

/** The data that the rules for requesting a consultation depend on. */
export type ConsultedPatientRow = PatientRow & Pick<PatientRecordRow, 'isEmergencyOnly'> & { patientId: number };

/** Requesting a consultation adds the receiver to the care team, which emergency access does not allow. */
export const consultedPatientPolicy: Policy<Omit<ConsultedPatientRow, 'patientId'>, 'createConsultation'> = {
  createConsultation: (_actor, patient) => {
    if (patient.isDeceased) return 'A consultation cannot be requested for a patient who has died.';
    return patient.isEmergencyOnly ? 'You cannot request a consultation with emergency access alone.' : true;
  },
};
