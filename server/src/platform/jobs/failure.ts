import { z } from 'zod';

/**
 * The description of a handler's error that is stored and logged. A database error's message and detail quote values of
 * the row ("Key (mrn)=(…) already exists"), which may be patient data, so only its code and constraint are used.
 */
export function describeFailure(error: unknown): string {
  if (error instanceof z.ZodError) return `The payload does not fit: ${z.prettifyError(error)}`;
  if (!(error instanceof Error)) return 'A value that is not an Error was thrown';
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
