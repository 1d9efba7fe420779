import { z } from 'zod';

// What a field says where its schema has no sentence of its own. The library's ("Invalid input: expected string,
// received undefined") name types, which mean nothing to the people who fill in a form. Imported with the first
// endpoint, so by the browser and by the server.

export const fallbackTexts = {
  required: 'This field is required',
  invalid: 'Invalid value',
  tooLong: (max: number | bigint) => `Must be ${max} characters or less`,
} as const;

function textOf(issue: z.core.$ZodRawIssue): string {
  if (issue.input === undefined || issue.input === null) return fallbackTexts.required;
  if (issue.code === 'too_big' && issue.origin === 'string') return fallbackTexts.tooLong(issue.maximum);
  if (issue.code === 'too_small' && issue.input === '') return fallbackTexts.required;
  return fallbackTexts.invalid;
}

z.config({ customError: textOf });
