import { credentialTexts } from '@careloop/contracts/session/credentials';
import { LockReason } from '@careloop/contracts/session/authStates';

import { recordSecurity } from '../../platform/audit/record.ts';
import type { Db } from '../../platform/db/client.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { AppError, invalidInput, refused } from '../../platform/errors.ts';
import { countAttempt, countCode, forgetAttempts, forgetCodes, uncountAttempt } from './countAttempt.ts';
import { beginSession } from './beginSession.ts';
import type { SignInOutcome } from './beginSession.ts';
import { findChallenge, takeChallenge } from './issueChallenge.ts';
import type { Challenged } from './issueChallenge.ts';
import { hashNewPassword, setPassword, notifyUser } from './changePassword.ts';
import type { CredentialDeps } from './changePassword.ts';
import { prepareAuthenticator, turnOn, spendCode } from './storeSecondFactor.ts';
import type { AuthenticatorSecret } from './storeSecondFactor.ts';
import { locked } from './locked.ts';

/** The caller, with the challenge issued by the previous step. */
interface Step {
  challenge: string;
  ip: string;
  userAgent: string | null;
  signal: AbortSignal;
}

/**
 * The second step: a code of the authenticator app, or a recovery code.
 * @throws AppError `invalid_input` for a wrong code; `refused` if the challenge has ended, or after too many codes
 */
export async function verifySecondFactor(deps: CredentialDeps, step: Step & { code: string }): Promise<SignInOutcome> {
  const who = await findChallenge(deps.db, deps.sessionSecret, {
    challenge: step.challenge,
    kind: 'second_factor',
    countsAttempt: true,
  });
  const attempt = { username: who.username, ip: step.ip, signal: step.signal };
  if (!(await countAttempt(deps, attempt))) throw locked(LockReason.excessiveLoginAttempts);
  await requireFewCodes(deps, who, step);
  const method = await spendCode(deps.db, deps.sessionSecret, who.userId, step.code);
  if (method === null) {
    await deny(deps, who, step, {});
    throw invalidInput({ code: credentialTexts.codeWrong });
  }
  if (method === 'void') return refuseVoid(deps, who, step);
  await uncountAttempt(deps, attempt);
  await forgetCodes(deps, who.userId);
  if (method === 'recovery_code') await notifyUser(deps.db, who.userId, 'recovery_code_used');
  return goOn(deps, who, step, { secondFactor: method });
}

/** Limits code guesses by someone who has the correct password. The user is notified when the limit is first reached. */
async function requireFewCodes(deps: CredentialDeps, who: Challenged, step: Step): Promise<void> {
  const met = await countCode(deps, who.userId);
  if (met === 'open') return;
  if (met === 'new_lock') {
    await deny(deps, who, step, { reason: 4 });
    await notifyUser(deps.db, who.userId, 'second_factor_stopped');
  }
  throw locked(LockReason.excessiveLoginAttempts);
}

let isVoidLogged = false;

/** No code of any user can be verified: returns a message, and logs an error once for the operator. */
async function refuseVoid(deps: CredentialDeps, who: Challenged, step: Step): Promise<never> {
  if (!isVoidLogged) {
    deps.log.error('Second factors cannot be read: SESSION_SECRET is not the one that they were set up with');
    isVoidLogged = true;
  }
  await uncountAttempt(deps, { username: who.username, ip: step.ip });
  await deny(deps, who, step, { reason: 'unreadable' });
  throw refused(credentialTexts.secondFactorVoid);
}

/** Creates the authenticator secret that a client requires. The challenge remains valid for the first code. */
export async function prepareRequiredSecondFactor(
  deps: CredentialDeps,
  { challenge }: { challenge: string },
): Promise<AuthenticatorSecret> {
  const kind = 'second_factor_setup';
  const who = await findChallenge(deps.db, deps.sessionSecret, { challenge, kind });
  const prepared = await prepareAuthenticator(deps.db, deps.sessionSecret, who, deps.config.productName);
  // The second factor was set up in another window; the next sign-in will ask for its code.
  if (prepared === null) throw refused(credentialTexts.challengeExpired);
  return prepared;
}

/** Turns on the required second factor with its first code. */
export async function enableRequiredSecondFactor(
  deps: CredentialDeps,
  step: Step & { code: string },
): Promise<SignInOutcome & { recoveryCodes: string[] }> {
  const who = await findChallenge(deps.db, deps.sessionSecret, {
    challenge: step.challenge,
    kind: 'second_factor_setup',
  });
  const { recoveryCodes, passwordHash } = await inTransaction(deps.db, (db) =>
    takeAndTurnOn(db, deps, who, step),
  ).catch(async (error: unknown) => {
    if (error instanceof AppError && error.code === 'invalid_input') await deny(deps, who, step, {});
    throw error;
  });
  const outcome = await beginSession(deps.db, deps, who.userId, {
    ip: step.ip,
    userAgent: step.userAgent,
    skipSecondFactor: true,
    stillHolds: async (_db, user) => user.passwordHash === passwordHash,
    details: { secondFactor: 'authenticator' },
  });
  return { ...(await settle(deps, who, step, outcome)), recoveryCodes };
}

/** Consumes the challenge and turns on the second factor, or does neither: after a wrong code the challenge remains valid. */
async function takeAndTurnOn(
  db: Db,
  deps: CredentialDeps,
  { userId, ...who }: Challenged,
  step: Step & { code: string },
) {
  const { password_hash: passwordHash } = await db
    .selectFrom('user_account')
    .select('password_hash')
    .where('user_id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  if (!(await takeChallenge(db, who))) throw refused(credentialTexts.challengeExpired);
  const recoveryCodes = await turnOn(db, deps.sessionSecret, userId, step.code);
  if (recoveryCodes === null) throw invalidInput({ code: credentialTexts.codeWrong });
  await recordSecurity(db, { action: 'second-factor.enabled', outcome: 'ok', userId, ip: step.ip });
  await notifyUser(db, userId, 'second_factor_on');
  return { recoveryCodes, passwordHash };
}

/** Changes a password that must be changed. One that breaks a rule leaves the challenge valid. */
export async function changeRequiredPassword(
  deps: CredentialDeps,
  step: Step & { password: string },
): Promise<SignInOutcome> {
  const kind = 'password_change';
  const who = await findChallenge(deps.db, deps.sessionSecret, { challenge: step.challenge, kind });
  const hash = await hashNewPassword(deps.db, deps, who.userId, step.password);
  const isSet = await inTransaction(deps.db, async (db) => {
    await db.selectFrom('user_account').select('user_id').where('user_id', '=', who.userId).forNoKeyUpdate().execute();
    if (!(await takeChallenge(db, who))) return false;
    await setPassword(db, who.userId, { hash, by: 'sign_in_step', ip: step.ip });
    return true;
  });
  if (!isSet) throw refused(credentialTexts.challengeExpired);
  const outcome = await beginSession(deps.db, deps, who.userId, {
    ip: step.ip,
    userAgent: step.userAgent,
    // False if a second factor became required only after the challenge was issued.
    skipSecondFactor: who.hasPassedSecondFactor,
    stillHolds: async (_db, user) => user.passwordHash === hash,
  });
  return settle(deps, who, step, outcome);
}

async function goOn(
  deps: CredentialDeps,
  who: Challenged,
  step: Step,
  details: Record<string, unknown>,
): Promise<SignInOutcome> {
  const outcome = await beginSession(deps.db, deps, who.userId, {
    ip: step.ip,
    userAgent: step.userAgent,
    skipSecondFactor: true,
    stillHolds: (db) => takeChallenge(db, who),
    details,
  });
  return settle(deps, who, step, outcome);
}

async function settle(
  deps: CredentialDeps,
  who: Challenged,
  step: Step,
  outcome: SignInOutcome,
): Promise<SignInOutcome> {
  if (outcome.issued !== undefined) await forgetAttempts(deps, { username: who.username, ip: step.ip });
  return outcome;
}

async function deny(
  deps: CredentialDeps,
  who: Challenged,
  step: Step,
  details: Record<string, unknown>,
): Promise<void> {
  const { userId } = who;
  await recordSecurity(deps.db, { action: 'second-factor.code', outcome: 'denied', userId, details, ip: step.ip });
}
