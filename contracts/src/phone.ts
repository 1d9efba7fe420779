import { parsePhoneNumberFromString } from 'libphonenumber-js/core';
import metadata from 'libphonenumber-js/metadata.min';
import { z } from 'zod';
import { phoneDigits } from './fields.ts';

// Apart from fields.ts because of the numbering plans it brings: a page that checks no phone number does not load them.

export const phoneTexts = {
  phone: 'Must be a valid phone number',
  extension: 'Extensions must be less than 6 digits',
  mobileExtension: 'Mobile numbers do not support an extension',
  mobile: 'must be a valid mobile number',
} as const;

const extensionPattern = /(?:ext\.?|x)\s*(\d+)\s*$/i;

function isUsNumber(value: string): boolean {
  const number = parsePhoneNumberFromString(value, 'US', metadata);
  if (number === undefined) return false;
  // 555-01xx is set aside for examples and tests, and no directory calls it valid.
  if (number.countryCallingCode === '1' && /^\d{3}55501\d{2}$/.test(number.nationalNumber)) return true;
  return number.isPossible() && /^\d{10}$/.test(number.nationalNumber);
}

/**
 * The message that is wrong with a phone number, or null. Ten digits, or eleven with a leading 1, with an
 * optional country code and an optional extension of at most five digits.
 */
export function phoneProblem(value: string): string | null {
  const extension = extensionPattern.exec(value);
  if (extension?.[1] !== undefined && extension[1].length > 5) return phoneTexts.extension;
  return isUsNumber(value.replace(extensionPattern, '')) ? null : phoneTexts.phone;
}

/** The message that is wrong with a mobile number, or null. */
export function mobileProblem(value: string): string | null {
  if (extensionPattern.test(value)) return phoneTexts.mobileExtension;
  return isUsNumber(value) ? null : phoneTexts.mobile;
}

/** A mobile number or nothing; kept as digits. */
export const mobileNumber = z
  .string()
  .trim()
  .nullish()
  .superRefine((value, context) => {
    const problem = value ? mobileProblem(value) : null;
    if (problem !== null) context.addIssue({ code: 'custom', message: problem });
  })
  .transform(phoneDigits);
