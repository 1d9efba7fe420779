import type { Allowance } from '@careloop/contracts/can';
import type { PatientInfo } from '@careloop/contracts/patients';
import { textTexts } from '@careloop/contracts/sharing/sms';
import { lazyPart } from '../../../lib/lazyPart.tsx';

/** A text message to the patient. */
export const SendTextDialog = lazyPart(async () => (await import('../sms/SendTextDialog.tsx')).SendTextDialog);

/** The text messages of a patient, loaded when they are looked at. */
export const TextMessages = lazyPart(async () => (await import('../sms/TextMessages.tsx')).TextMessages);

/** Whether the patient can be texted. Who opens no messages sends none out either. */
export function textAllowance({ can }: PatientInfo): Allowance {
  return can.sendMessage === true || textTexts.emergencyOnly;
}
