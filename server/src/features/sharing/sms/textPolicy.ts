import { textTexts } from '@careloop/contracts/sharing/sms';

import type { Policy } from '../../../access/authorize.ts';

/** What the rules look at. The row was read through the access predicate already. */
export interface TextedPatientRow {
  patientId: number;
  clientId: number;
  isEmergencyOnly: boolean;
  isDeceased: boolean;
}

/** As with charts (policy.ts), emergency access sends nothing; and nobody texts the dead. */
export const textPolicy: Policy<TextedPatientRow, 'send'> = {
  send: (_actor, { isDeceased, isEmergencyOnly }) => {
    if (isDeceased) return textTexts.deceased;
    return !isEmergencyOnly || textTexts.emergencyOnly;
  },
};
