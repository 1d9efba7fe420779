import { inWords, type ShownError } from '../ui/errorWords.ts';

export const tryAgain = 'Try again';

/** Below the rows whose next ones could not be loaded. */
export const moreFailed = 'More rows could not be loaded.';

/**
 * The error of a list that has no rows: "Referrals could not be loaded", with what to do about a lost connection. A refusal says
 * by itself why there are none.
 */
export function listFailure(label: string, error: ShownError): ShownError {
  if (error.status === undefined || (error.status >= 200 && error.status < 500)) return error;
  const heading = `${label} could not be loaded`;
  if (error.code === 'network') return { ...error, message: `${heading}. ${error.message}` };
  return inWords(heading, error);
}
