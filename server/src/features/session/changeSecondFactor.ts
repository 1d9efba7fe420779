import { credentialTexts } from '@careloop/contracts/session/credentials';
import { LockReason } from '@careloop/contracts/session/authStates';

import type { Actor } from '../../platform/identity/actor.ts';
import { record } from '../../platform/audit/record.ts';
import type { Db } from '../../platform/db/client.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { invalidInput, refused } from '../../platform/errors.ts';
import { countCode, forgetCodes } from './countAttempt.ts';
import type { CredentialChange } from './credentialJobs.ts';
import { holdProven, requireOwnPassword, requireSomePassword, notifyUser } from './changePassword.ts';
import type { CredentialDeps } from './changePassword.ts';
import {
  findSecondFactor,
  prepareAuthenticator,
  prepareMove,
  renewCodes,
  spendCode,
  takeMove,
  turnOff,
  turnOn,
} from './storeSecondFactor.ts';
import type { AuthenticatorSecret } from './storeSecondFactor.ts';
import { locked } from './locked.ts';

// The signed-in user's own second factor. The session alone allows viewing it; every change requires the password.

/** @throws AppError `wrong_state` if it is already on, or the user has no password */
export async function prepareSecondFactor(deps: CredentialDeps, actor: Actor): Promise<AuthenticatorSecret> {
  await requireSomePassword(deps.db, actor);
  const prepared = await prepareAuthenticator(deps.db, deps.sessionSecret, actor, deps.config.productName);
  if (prepared === null) throw refused(credentialTexts.secondFactorIsOn, 'wrong_state');
  return prepared;
}

/** What the user must enter for any change. */
interface Proof {
  password: string;
  signal: AbortSignal;
}

/** Runs work in a transaction after checking the password, and fails if the password was changed in the meantime. */
async function proven<T>(deps: CredentialDeps, actor: Actor, proof: Proof, work: (db: Db) => Promise<T>): Promise<T> {
  const hash = await requireOwnPassword(deps, actor, { field: 'password', ...proof });
  return inTransaction(deps.db, async (db) => {
    await holdProven(db, actor, hash);
    return work(db);
  });
}

/** @throws AppError `invalid_input` for a wrong code */
export async function enableSecondFactor(
  deps: CredentialDeps,
  actor: Actor,
  { code, ...proof }: Proof & { code: string },
): Promise<string[]> {
  return proven(deps, actor, proof, async (db) => {
    const codes = await turnOn(db, deps.sessionSecret, actor.userId, code);
    if (codes === null) throw invalidInput({ code: credentialTexts.codeWrong });
    await keep(db, actor, 'second-factor.enabled', 'second_factor_on');
    return codes;
  });
}

/** @throws AppError `wrong_state` if it is off */
export async function prepareSecondFactorMove(deps: CredentialDeps, actor: Actor): Promise<AuthenticatorSecret> {
  const prepared = await prepareMove(deps.db, deps.sessionSecret, actor, deps.config.productName);
  if (prepared === null) throw refused(credentialTexts.secondFactorIsOff, 'wrong_state');
  return prepared;
}

/**
 * Moves the second factor to another phone. Requires the password, a code of the current phone or a recovery code, and a code
 * of the new phone. Also allowed if the second factor is required, because it is never off in between.
 * @throws AppError `invalid_input` for a wrong code, `refused` after too many
 */
export async function moveSecondFactor(
  deps: CredentialDeps,
  actor: Actor,
  { code, newCode, ...proof }: Proof & { code: string; newCode: string },
): Promise<string[]> {
  const hash = await requireOwnPassword(deps, actor, { field: 'password', ...proof });
  // Outside the transaction, so that a failed attempt stays counted.
  if ((await countCode(deps, actor.userId)) !== 'open') throw locked(LockReason.excessiveLoginAttempts);
  const codes = await inTransaction(deps.db, async (db) => {
    await holdProven(db, actor, hash);
    const method = await spendCode(db, deps.sessionSecret, actor.userId, code);
    if (method === 'void') throw refused(credentialTexts.secondFactorVoid);
    if (method === null) throw invalidInput({ code: credentialTexts.codeWrong });
    const renewed = await takeMove(db, deps.sessionSecret, actor.userId, newCode);
    if (renewed === null) throw invalidInput({ newCode: credentialTexts.codeWrong });
    await keep(db, actor, 'second-factor.moved', 'second_factor_moved');
    return renewed;
  });
  await forgetCodes(deps, actor.userId);
  return codes;
}

/** @throws AppError `refused` if a client of the user requires it */
export async function disableSecondFactor(deps: CredentialDeps, actor: Actor, proof: Proof): Promise<void> {
  const { isRequired } = await findSecondFactor(deps.db, actor.userId);
  if (isRequired) throw refused(credentialTexts.secondFactorRequired);
  await proven(deps, actor, proof, async (db) => {
    const wasOn = await turnOff(db, actor.userId);
    if (wasOn) await keep(db, actor, 'second-factor.disabled', 'second_factor_off');
  });
}

/** @throws AppError `wrong_state` if it is off */
export async function renewRecoveryCodes(deps: CredentialDeps, actor: Actor, proof: Proof): Promise<string[]> {
  return proven(deps, actor, proof, async (db) => {
    const { isEnabled } = await findSecondFactor(db, actor.userId);
    if (!isEnabled) throw refused(credentialTexts.secondFactorIsOff, 'wrong_state');
    const codes = await renewCodes(db, deps.sessionSecret, actor.userId);
    await keep(db, actor, 'recovery-codes.renewed', 'recovery_codes_renewed');
    return codes;
  });
}

async function keep(db: Db, actor: Actor, action: string, change: CredentialChange): Promise<void> {
  await record(db, actor, { action, subjectType: 'user', subjectId: actor.userId });
  await notifyUser(db, actor.userId, change);
}
