import { z } from 'zod';

import { readContent } from './content.ts';

/** Specialties with their NUCC provider taxonomy codes. */
export const specialtyCodes = readContent('specialties', z.record(z.string(), z.string().regex(/^\w{9}X$/)));

/**
 * The ICD-10-CM codes used most in primary care and the common specialties, with official descriptions (fiscal year
 * 2024, still valid in 2026; public domain). `npm run codes` loads the complete list.
 */
export const diagnosisCodes = readContent('diagnosisCodes', z.record(z.string().regex(/^[A-Z][\w.]+$/), z.string()));

/** The official description of a code in the list. */
export function describeCode(code: string): string {
  const description = diagnosisCodes[code];
  if (description === undefined) throw new Error(`The demo's diagnosis codes lack ${code}`);
  return description;
}
