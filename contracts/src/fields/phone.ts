import { z } from 'zod';
import { foreignPhoneOf, formatPhone, phoneDigits, phoneExtension } from '../fields.ts';
import { optional, type Problem } from './checked.ts';

// The rule only counts digits (docs/domain/fields.md), so no numbering plans are needed, which would be a fifth of the
// browser's bundle.

export const phoneTexts = {
  phone: 'Must be a valid phone number',
  extension: 'Extensions must be less than 6 digits',
  mobileExtension: 'Mobile numbers do not support an extension',
  mobile: 'must be a valid mobile number',
  fax: 'Must be a valid fax number',
} as const;

/** Punctuation allowed between digits. */
const punctuation = /[\s().\-–/]/g;
const usNumber = /^(?:\+?1)?\d{10}$/;

/** Whether it is a US number, or a foreign number with + and country code. */
function isPhoneNumber(value: string): boolean {
  return usNumber.test(value.replace(punctuation, '')) || foreignPhoneOf(value) !== null;
}

/**
 * The error message for a phone number, or null. Valid are ten digits, eleven with a leading 1, or a foreign number with + and
 * its country code; with an optional extension of at most five digits.
 */
export function phoneProblem(value: string): string | null {
  const extension = phoneExtension.exec(value);
  if (extension?.[1] !== undefined && extension[1].length > 5) return phoneTexts.extension;
  return isPhoneNumber(value.replace(phoneExtension, '')) ? null : phoneTexts.phone;
}

/** The error message for a mobile number, or null. */
export function mobileProblem(value: string): string | null {
  if (phoneExtension.test(value)) return phoneTexts.mobileExtension;
  return isPhoneNumber(value) ? null : phoneTexts.mobile;
}

/** An optional mobile number, as typed. `message` replaces the default error message. */
export function typedMobileNumber(message?: string) {
  return z
    .string()
    .trim()
    .nullish()
    .superRefine((value, context) => {
      const problem = value ? mobileProblem(value) : null;
      if (problem !== null) context.addIssue({ code: 'custom', message: message ?? problem });
    });
}

/** An optional mobile number, stored as digits. */
export const mobileNumber = typedMobileNumber().transform(phoneDigits);

/** The error message for a fax number, or null: a phone number without an extension. */
export const faxProblem: Problem = (value) =>
  isPhoneNumber(value) && !phoneExtension.test(value) ? null : phoneTexts.fax;

/** An optional phone number, stored as digits with `x` before an extension. */
export const phoneNumber = optional(phoneProblem).transform(phoneDigits);

/** An optional fax number, stored as digits. */
export const faxNumber = optional(faxProblem).transform(phoneDigits);

/**
 * Formats a typed phone number with its extension: (617) 555-0123 x12. An invalid number is unchanged. Unlike in
 * `formatPhone`, an extra digit is not interpreted as an extension, because it is probably a typo.
 */
export function tidyPhone(typed: string): string {
  const text = typed.trim();
  return phoneProblem(text) === null ? formatPhone(text) : text;
}
