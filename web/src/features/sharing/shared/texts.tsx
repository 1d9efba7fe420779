import type { Allowance } from '@careloop/contracts/can';
import type { PatientInfo } from '@careloop/contracts/patients';
import { textTexts } from '@careloop/contracts/sharing/sms';
import { lazyPart } from '../../../lib/lazyPart.tsx';

/** Dialog for a text message to the patient. */
export const SendTextDialog = lazyPart(async () => (await import('../sms/SendTextDialog.tsx')).SendTextDialog);

/** The text messages of a patient, loaded when shown. */
export const TextMessages = lazyPart(async () => (await import('../sms/TextMessages.tsx')).TextMessages);

/** Whether the user may text the patient. Users who may not send messages may not text either. */
export function textAllowance({ can }: PatientInfo): Allowance {
  return can.sendMessage === true || textTexts.emergencyOnly;
}
