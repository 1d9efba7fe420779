import { editTexts } from '@careloop/contracts/patients/history';

import type { Policy } from '../../access/authorize.ts';

/** What the rules about editing a patient look at. The row was read through the access predicate already. */
export interface PatientRecordRow {
  patientId: number;
  clientId: number;
  version: number;
  /** Seen in an emergency alone: neither as a member of the care team nor with all patients of the client. */
  isEmergencyOnly: boolean;
}

/** Whoever looks after a patient keeps the record right (docs/domain/patients.md). */
export const recordPolicy: Policy<PatientRecordRow, 'edit'> = {
  edit: (_actor, patient) => (patient.isEmergencyOnly ? editTexts.readOnly : true),
};
