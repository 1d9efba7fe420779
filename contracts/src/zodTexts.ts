import { z } from 'zod';

// Default messages for fields whose schema has none. The library's own ("Invalid input: expected string, received
// undefined") name types, which mean nothing to people filling in a form. Imported by endpoint.ts, so both browser and server
// use them.

export const fallbackTexts = {
  required: 'This field is required',
  invalid: 'Invalid value',
  undeclared: 'This field is unknown',
  sentTwice: 'This field was sent twice.',
  tooLong: (max: number | bigint) => `Must be ${max} characters or less`,
} as const;

function textOf(issue: z.core.$ZodRawIssue): string {
  if (issue.input === undefined || issue.input === null) return fallbackTexts.required;
  if (issue.code === 'too_big' && issue.origin === 'string') return fallbackTexts.tooLong(issue.maximum);
  if (issue.code === 'too_small' && issue.input === '') return fallbackTexts.required;
  return fallbackTexts.invalid;
}

z.config({ customError: textOf });
