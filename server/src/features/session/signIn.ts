import { LockReason } from '@careloop/contracts/session/authStates';

import { isPassword } from '../../platform/identity/passwords.ts';
import { checkAttempt, countAttempt, forgetAttempts, nameDigest, uncountAttempt } from './countAttempt.ts';
import type { Attempt, AttemptDeps } from './countAttempt.ts';
import { beginSession } from './beginSession.ts';
import type { SignInOutcome } from './beginSession.ts';
import { recordFailedSignIn } from './failedSignIns.ts';
import { findUserByUsername } from './shared/queries.ts';
import { locked } from './locked.ts';

interface SignIn extends Attempt {
  password: string;
  userAgent: string | null;
}

/**
 * The first step of signing in. A name with too many failures at an address is locked there for a while whether or not the user
 * exists; before that, the response, the work done and the delay are the same for a wrong password and an unknown name.
 * @throws AppError `refused` with one of the lock reasons
 */
export async function signIn(deps: AttemptDeps, attempt: SignIn): Promise<SignInOutcome> {
  if (!(await countAttempt(deps, attempt))) throw locked(LockReason.excessiveLoginAttempts);
  const user = await findUserByUsername(deps.db, attempt.username);
  const hash = user?.password_hash ?? null;
  const matches = await checkAttempt(deps, attempt, () => isPassword(hash, attempt.password));
  if (!matches || user === undefined) return refuse(deps, attempt, user?.user_id ?? null);
  await uncountAttempt(deps, attempt);
  const outcome = await beginSession(deps.db, deps, user.user_id, {
    ip: attempt.ip,
    userAgent: attempt.userAgent,
    stillHolds: async (_db, { passwordHash }) => passwordHash === user.password_hash,
  });
  // Only a complete sign-in clears the count; otherwise a correct password would allow unlimited codes.
  if (outcome.issued !== undefined) await forgetAttempts(deps, attempt);
  return outcome;
}

async function refuse(deps: AttemptDeps, attempt: SignIn, userId: number | null): Promise<never> {
  const name = nameDigest(deps, attempt.username);
  await recordFailedSignIn(deps.db, { userId, ip: attempt.ip, name });
  throw locked(LockReason.invalidCredentials);
}
