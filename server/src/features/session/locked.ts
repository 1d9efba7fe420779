import { lockReasonTexts } from '@careloop/contracts/session';
import type { LockReason } from '@careloop/contracts/session/authStates';

import { AppError } from '../../errors.ts';

/**
 * A sign-in that is refused, with its code and its sentence. Reasons that tell of an account are answered after the right
 * password only; without it, the answer is the same whether or not the user exists.
 */
export function locked(reason: LockReason): AppError {
  const message = lockReasonTexts[reason];
  return new AppError('refused', { message, validationErrors: { '': message }, lockReason: reason });
}
