import { editTexts } from '@careloop/contracts/patients/history';

import type { Policy } from '../../../core/access/authorize.ts';

/** The data that the rules for editing a patient depend on. Access was checked when the row was loaded. */
export interface PatientRecordRow {
  patientId: number;
  clientId: number;
  version: number;
  /** The actor has access only by emergency access, neither as a care team member nor through all patients of the client. */
  isEmergencyOnly: boolean;
}

/** Users with regular access to a patient may edit the record (docs/domain/patients.md). */
export const recordPolicy: Policy<Pick<PatientRecordRow, 'isEmergencyOnly'>, 'edit'> = {
  edit: (_actor, patient) => (patient.isEmergencyOnly ? editTexts.readOnly : true),
};
