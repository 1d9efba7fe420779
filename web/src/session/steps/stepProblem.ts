import { credentialTexts } from '@careloop/contracts/session/credentials';
import type { ApiError } from '../../api/errors.ts';

/** Messages of a refused call, by the place where they are shown. */
export function stepProblem(error: ApiError): { isOver: boolean; fields: Record<string, string>; message: string } {
  const { challenge, ...fields } = error.validationErrors;
  const isOver = challenge !== undefined || error.message === credentialTexts.challengeExpired;
  return { isOver, fields, message: challenge ?? error.message };
}
