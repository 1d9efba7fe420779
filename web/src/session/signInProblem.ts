import { toApiError } from '../api/errors.ts';
import { endingTexts } from './gateTexts.ts';
import { currentGate } from './gateStore.ts';

/**
 * What is said in the form of a sign-in that failed; nothing where the callout above it tells already: the password was right,
 * but the session is of no use to anybody.
 */
export function signInProblem(thrown: unknown): string | undefined {
  const error = toApiError(thrown);
  if (error.status !== 401) return error.message;
  return currentGate().ending === 'invalid' ? undefined : endingTexts.invalid.title;
}
