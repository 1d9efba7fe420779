import { codeOf, isConnectionError } from '../../../platform/db/errors.ts';

// Data exceptions (22) and constraint violations (23) are caused by the imported data; any other error is ours.
const aboutData = /^2[23]/;

/** Why the database rejected a unit, or null if the error is not about its content. */
export function refusalOf(error: unknown): string | null {
  const code = codeOf(error);
  if (code === undefined || isConnectionError(error) || !aboutData.test(code)) return null;
  const { constraint } = error as { constraint?: string };
  return `refused by the database (${constraint ?? code}); nothing of it was imported`;
}

const takenCodes = new Set(['23505', '23P01']);

/** Whether a row has what another one has to itself. */
export const isTaken = (error: unknown): boolean => takenCodes.has(codeOf(error) ?? '');
