import { textTexts } from '@careloop/contracts/sharing/sms';

import type { Policy } from '../../access/authorize.ts';

/** What the rules about sending something of a patient look at. The row was read through the access predicate already. */
export interface SharedPatientRow {
  patientId: number;
  clientId: number;
  isEmergencyOnly: boolean;
}

/** Emergency access opens the record to one person and sends nothing out of the product (docs/domain/sharing.md). */
export const sharingPolicy: Policy<SharedPatientRow, 'send'> = {
  send: (_actor, patient) => (patient.isEmergencyOnly ? textTexts.emergencyOnly : true),
};
