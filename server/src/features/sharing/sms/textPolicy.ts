import { textTexts } from '@careloop/contracts/sharing/sms';

import type { Policy } from '../../../core/access/authorize.ts';

/** The data that the rules depend on. Access was checked when the row was loaded. */
export interface TextedPatientRow {
  patientId: number;
  clientId: number;
  isEmergencyOnly: boolean;
  isDeceased: boolean;
}

/** As with charts (policy.ts), emergency access does not allow sending; and deceased patients are not texted. */
export const textPolicy: Policy<TextedPatientRow, 'send'> = {
  send: (_actor, { isDeceased, isEmergencyOnly }) => {
    if (isDeceased) return textTexts.deceased;
    return !isEmergencyOnly || textTexts.emergencyOnly;
  },
};
