import { formatPhone, phoneDigits } from '@careloop/contracts/fields';
import type { PatientInfo } from '@careloop/contracts/patients';
import { isTextedNumber } from '@careloop/contracts/sharing/sms';

export interface KnownNumber {
  label: 'Alt' | 'Home' | 'Mobile' | 'Office';
  /** As it was entered. */
  number: string;
}

/** Option of the dropdown for a typed number. */
export const otherNumber = 'Other';

/** The patient's phone numbers on file. */
export function knownNumbersOf(patient: PatientInfo): KnownNumber[] {
  const numbers = [
    { label: 'Alt', number: patient.alternatePhone },
    { label: 'Home', number: patient.homePhone },
    { label: 'Mobile', number: patient.cellPhone },
    { label: 'Office', number: patient.officePhone },
  ] as const;
  return numbers.flatMap(({ label, number }) => (number ? [{ label, number: formatPhone(number) }] : []));
}

/** The digits that identify a number's opt-out; null for a number that cannot be texted. */
export function digitsToAsk(number: string): string | null {
  return isTextedNumber(number) ? phoneDigits(number) : null;
}
