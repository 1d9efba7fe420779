import { toApiError } from '../api/errors.ts';
import { endingTexts } from './gateTexts.ts';
import { currentGate } from './gateStore.ts';

/**
 * Error text of the sign-in form. None if the callout above already explains it: the password was right, but the session
 * cannot be used.
 */
export function signInProblem(thrown: unknown): string | undefined {
  const error = toApiError(thrown);
  if (error.status !== 401) return error.message;
  return currentGate().ending === 'invalid' ? undefined : endingTexts.invalid.title;
}
