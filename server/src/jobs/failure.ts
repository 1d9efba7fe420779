import { z } from 'zod';

/**
 * What is kept and logged of a handler's error. A database error's message and detail quote the values of the row
 * ("Key (mrn)=(…) already exists"), and those may be a patient's; its code and constraint say enough.
 */
export function describeFailure(error: unknown): string {
  if (error instanceof z.ZodError) return `The payload does not fit: ${z.prettifyError(error)}`;
  if (!(error instanceof Error)) return 'Something was thrown that is no error';
  if (!isDatabaseError(error)) return error.message;
  const constraint = error.constraint === undefined ? '' : ` on ${error.constraint}`;
  return `The database refused with ${error.code}${constraint}`;
}

interface DatabaseError extends Error {
  code: string;
  severity: string;
  constraint?: string;
}

function isDatabaseError(error: Error): error is DatabaseError {
  return 'severity' in error && 'code' in error && typeof error.code === 'string';
}
