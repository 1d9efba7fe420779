import { credentialTexts } from '@careloop/contracts/session/credentials';
import type { ApiError } from '../../api/errors.ts';

/** The words for a call that was refused, sorted by where they belong. */
export function stepProblem(error: ApiError): { isOver: boolean; fields: Record<string, string>; message: string } {
  const { challenge, ...fields } = error.validationErrors;
  const isOver = challenge !== undefined || error.message === credentialTexts.challengeExpired;
  return { isOver, fields, message: challenge ?? error.message };
}
