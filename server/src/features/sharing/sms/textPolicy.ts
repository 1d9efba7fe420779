import { textTexts } from '@careloop/contracts/sharing/sms';

import type { Policy } from '../../../access/authorize.ts';
import { sharingPolicy } from '../policy.ts';
import type { SharedPatientRow } from '../policy.ts';

export interface TextedPatientRow extends SharedPatientRow {
  isDeceased: boolean;
}

export const textPolicy: Policy<TextedPatientRow, 'send'> = {
  send: (actor, patient) => (patient.isDeceased ? textTexts.deceased : sharingPolicy.send(actor, patient)),
};
