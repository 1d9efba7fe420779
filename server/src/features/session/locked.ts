import { lockReasonTexts } from '@careloop/contracts/session';
import type { LockReason } from '@careloop/contracts/session/authStates';

import { AppError } from '../../platform/errors.ts';

/**
 * The error for a refused sign-in, with its code and text. Reasons that reveal something about an account are returned only
 * after a correct password; otherwise the response is the same whether or not the user exists.
 */
export function locked(reason: LockReason): AppError {
  const message = lockReasonTexts[reason];
  return new AppError('refused', { message, validationErrors: { '': message }, lockReason: reason });
}
