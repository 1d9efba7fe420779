import { z } from 'zod';
import { foreignPhoneOf, formatPhone, phoneDigits } from '../fields.ts';
import { optional, type Problem } from './checked.ts';

// The rule only counts digits (docs/domain/fields.md), so no numbering plans are needed: they would be a fifth of what the
// browser loads.

export const phoneTexts = {
  phone: 'Must be a valid phone number',
  extension: 'Extensions must be less than 6 digits',
  mobileExtension: 'Mobile numbers do not support an extension',
  mobile: 'must be a valid mobile number',
  fax: 'Must be a valid fax number',
} as const;

const extensionPattern = /(?:ext\.?|x)\s*(\d+)\s*$/i;

/** What people write between the digits. */
const punctuation = /[\s().\-–/]/g;
const usNumber = /^(?:\+?1)?\d{10}$/;

/** Whether it is a number of the United States, or one of another country that begins with + and its code. */
function isPhoneNumber(value: string): boolean {
  return usNumber.test(value.replace(punctuation, '')) || foreignPhoneOf(value) !== null;
}

/**
 * The message that is wrong with a phone number, or null. Ten digits, or eleven with a leading 1, or
 * the number of another country with + and its code; and an optional extension of at most five digits.
 */
export function phoneProblem(value: string): string | null {
  const extension = extensionPattern.exec(value);
  if (extension?.[1] !== undefined && extension[1].length > 5) return phoneTexts.extension;
  return isPhoneNumber(value.replace(extensionPattern, '')) ? null : phoneTexts.phone;
}

/** The message that is wrong with a mobile number, or null. */
export function mobileProblem(value: string): string | null {
  if (extensionPattern.test(value)) return phoneTexts.mobileExtension;
  return isPhoneNumber(value) ? null : phoneTexts.mobile;
}

/** A mobile number as it was typed, or nothing. `message` says otherwise what is wrong with it. */
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

/** A mobile number or nothing; kept as digits. */
export const mobileNumber = typedMobileNumber().transform(phoneDigits);

/** The message that is wrong with a fax number, or null: a phone number without an extension. */
export const faxProblem: Problem = (value) => (isPhoneNumber(value) ? null : phoneTexts.fax);

/** A phone number or nothing; kept as digits, those of its extension last (see `formatPhone`). */
export const phoneNumber = optional(phoneProblem).transform(phoneDigits);

/** A fax number or nothing; kept as digits. */
export const faxNumber = optional(faxProblem).transform(phoneDigits);

/**
 * A typed phone number in order, its extension kept: (617) 555-0123 x12. What is none stays as it was typed. Unlike
 * `formatPhone`, a digit too many is not taken for an extension: it is a slip.
 */
export function tidyPhone(typed: string): string {
  const text = typed.trim();
  return phoneProblem(text) === null ? formatPhone(text) : text;
}
