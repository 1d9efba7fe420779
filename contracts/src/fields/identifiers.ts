import { atMost, type Problem } from './checked.ts';

// Identifiers of healthcare providers and people (docs/domain/fields.md).

export const identifierLimits = { npi: 10, dea: 9, license: 25, degree: 16 } as const;

export const identifierTexts = {
  npiRequired: 'NPI number is required',
  npiDigitsOnly: 'NPI number must contain only digits',
  npiTooShort: 'NPI number must be at least 10 digits',
  npiTooLong: 'NPI number must be exactly 10 digits',
  npiWrong: 'This is not a valid NPI number. Check the digits.',
  dea: 'DEA Number must be 9 characters',
  deaUnusual: 'This does not look like a DEA number. Check it before saving.',
  license: 'License Number cannot exceed 25 characters',
  degree: 'Degree cannot exceed 16 characters',
  ssn: 'Must be a valid Social Security number or its last 4 or 5 digits',
  ssnImpossible: 'This is not a valid Social Security number. Check the digits.',
} as const;

/**
 * Whether ten digits are a National Provider Identifier: Luhn over `80840` and the number
 * (45 CFR 162.406 with ISO/IEC 7812).
 */
export function isNpi(value: string): boolean {
  if (!/^\d{10}$/.test(value)) return false;
  const digits = `80840${value}`.split('').toReversed().map(Number);
  const sum = digits.reduce((total, digit, index) => {
    const weighted = index % 2 === 1 ? digit * 2 : digit;
    return total + (weighted > 9 ? weighted - 9 : weighted);
  }, 0);
  return sum % 10 === 0;
}

/** A typed NPI: format and check digit. An import accepts a wrong check digit and only marks it. */
export const npiProblem: Problem = (value) => {
  if (/\D/.test(value)) return identifierTexts.npiDigitsOnly;
  if (value.length < identifierLimits.npi) return identifierTexts.npiTooShort;
  if (value.length > identifierLimits.npi) return identifierTexts.npiTooLong;
  return isNpi(value) ? null : identifierTexts.npiWrong;
};

export const deaProblem: Problem = (value) => (value.length === identifierLimits.dea ? null : identifierTexts.dea);

/**
 * Whether nine characters have the form and the check digit of a DEA number (21 CFR 1301): two letters (the second may
 * be a 9), six digits and a check digit. Only a hint: the rule itself counts characters.
 */
export function isDeaLike(value: string): boolean {
  const [, digits] = /^[A-Za-z][A-Za-z9](\d{7})$/.exec(value) ?? [];
  if (digits === undefined) return false;
  const [first = 0, second = 0, third = 0, fourth = 0, fifth = 0, sixth = 0, check] = digits.split('').map(Number);
  return (first + third + fifth + 2 * (second + fourth + sixth)) % 10 === check;
}

export const licenseProblem = atMost(identifierLimits.license, identifierTexts.license);
export const degreeProblem = atMost(identifierLimits.degree, identifierTexts.degree);

const wholeSsn = /^(?:\d{9}|\d{3}-\d{2}-\d{4})$/;
const maskedSsn = /^(?:[*•xX]{5}|[*•xX]{3}-[*•xX]{2}-)\d{4}$/;
const lastOfSsn = /^\d{4,5}$/;

/** A Social Security number: complete with or without dashes, masked, or its last four or five digits. */
export const ssnProblem: Problem = (value) => {
  if (![wholeSsn, maskedSsn, lastOfSsn].some((form) => form.test(value))) return identifierTexts.ssn;
  return isImpossibleSsn(digitsOfSsn(value)) ? identifierTexts.ssnImpossible : null;
};

/** The digits of a typed SSN: nine if complete, four or five if masked or partial. */
export function digitsOfSsn(value: string): string {
  return value.replaceAll(/\D/g, '');
}

/** Whether an SSN is never assigned: area 000, 666 or 900 to 999, group 00, serial number 0000 (20 CFR 422.103). */
export function isImpossibleSsn(digits: string): boolean {
  return digits.endsWith('0000') || /^(?:(?:000|666|9)\d*|\d{3}00\d{4})$/.test(digits.length === 9 ? digits : '');
}

/** Masks a complete SSN as `***-**-6789` for display; other text is unchanged. */
export function maskSsn(value: string): string {
  return wholeSsn.test(value) ? `***-**-${value.slice(-4)}` : value;
}

/** Formats nine digits as 123-45-6789. */
export function formatSsn(value: string): string {
  return value.replace(/^(\d{3})(\d{2})(\d{4})$/, '$1-$2-$3');
}
