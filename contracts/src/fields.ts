import { parsePhoneNumberFromString } from 'libphonenumber-js/core';
import metadata from 'libphonenumber-js/metadata.min';
import { z } from 'zod';

// Field rules with their exact messages (specification 1, section 5). Each stands here once.

/** A row's id. Numbers on the wire; the database counts from 1. */
export const id = z.number().int().positive();
/** A row's id in a query string. */
export const queryId = z.coerce.number<number | string>().int().positive();
/** A number of days, a page, a size in a query string. */
export function queryInteger(options: { min: number; max: number; fallback: number }) {
  return z.coerce.number<number | string>().int().min(options.min).max(options.max).default(options.fallback);
}
/** true, false, 1, 0 in a query string. */
export const queryBoolean = z.union([z.boolean(), z.stringbool()]);
/** One value or many in a query string. */
export function queryList<Item extends z.ZodType>(item: Item) {
  return z.preprocess((value) => (value === undefined || Array.isArray(value) ? value : [value]), z.array(item));
}

/** A moment, as ISO 8601 with an offset; UTC when it comes from the server. */
export const timestamp = z.iso.datetime({ offset: true });
/** A day without a time, YYYY-MM-DD. */
export const day = z.iso.date('Please enter a valid date');

/** The version of a row that a change was made from. */
export const version = z.number().int().positive();

const digitsOf = (value: string) => value.replace(/\D/g, '');

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

/** A phone number as it is kept: digits only, null when empty. */
export function phoneDigits(value: string | null | undefined): string | null {
  const digits = digitsOf(value ?? '');
  return digits === '' ? null : digits;
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

/** (617) 555-0123, or the digits as they are when they are not a US number. */
export function formatPhone(digits: string | null | undefined): string {
  const national = digitsOf(digits ?? '').replace(/^1(?=\d{10}$)/, '');
  const parts = /^(\d{3})(\d{3})(\d{4})$/.exec(national);
  return parts === null ? (digits ?? '') : `(${parts[1]}) ${parts[2]}-${parts[3]}`;
}

/** A text that may be left out: trimmed, and null when nothing is left. */
export function optionalText(max: number, message: string) {
  return z
    .string()
    .trim()
    .max(max, message)
    .nullish()
    .transform((value) => value || null);
}

/** A text that must be there: trimmed. */
export function requiredText(max: number, missing: string, tooLong: string) {
  return z.string(missing).trim().min(1, missing).max(max, tooLong);
}

/**
 * Whether ten digits are a National Provider Identifier: Luhn over `80840` and the number
 * (45 CFR 162.406 with ISO/IEC 7812).
 */
export function isNpi(value: string): boolean {
  if (!/^\d{10}$/.test(value)) return false;
  const digits = [...`80840${value}`].toReversed().map(Number);
  const sum = digits.reduce((total, digit, index) => {
    const weighted = index % 2 === 1 ? digit * 2 : digit;
    return total + (weighted > 9 ? weighted - 9 : weighted);
  }, 0);
  return sum % 10 === 0;
}
