import { randomInt } from 'node:crypto';

import { credentialTexts, defaultPasswordMinimum } from '@careloop/contracts/session/credentials';
import { LockReason } from '@careloop/contracts/session/authStates';
import { sql } from 'kysely';

import type { Actor } from '../../platform/identity/actor.ts';
import { findPasswordProblem, findPasswordRules } from '../../platform/identity/passwordRules.ts';
import { hashPassword, isPassword } from '../../platform/identity/passwords.ts';
import type { Deps } from '../../core/app.ts';
import { record, recordSecurity } from '../../platform/audit/record.ts';
import type { Db } from '../../platform/db/client.ts';
import { AppError, invalidInput, refused } from '../../platform/errors.ts';
import { enqueue } from '../../platform/jobs/enqueue.ts';
import { notifyIfAdministrator } from '../../core/access/administratorChange.ts';
import type { AdministratorChange } from '../../core/access/administratorChange.ts';
import { checkAttempt, countAttempt, uncountAttempt } from './countAttempt.ts';
import type { AttemptDeps } from './countAttempt.ts';
import { mailCredentialChange } from './credentialJobs.ts';
import type { CredentialChange } from './credentialJobs.ts';
import { locked } from './locked.ts';
import { endSessionsOfUser } from '../../platform/identity/sessions.ts';

export type CredentialDeps = AttemptDeps & Pick<Deps, 'config' | 'log'>;

/** Letters and digits without easily confused ones. */
const generatedAlphabet = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const generatedGroup = 5;
const generatedLength = 23;

/**
 * Hashes a new password of the user if it satisfies every rule.
 * @throws AppError `invalid_input` for the field `password`
 */
export async function hashNewPassword(
  db: Db,
  { config }: Pick<CredentialDeps, 'config'>,
  userId: number,
  password: string,
): Promise<string> {
  const user = await findCredentials(db, userId);
  const rules = await findPasswordRules(db, { username: user.username, userId }, config.productName);
  const problem = await findPasswordProblem(password, rules);
  if (problem !== null) throw invalidInput({ password: problem });
  if (await isPassword(user.password_hash, password)) {
    throw invalidInput({ password: credentialTexts.passwordUnchanged });
  }
  return hashPassword(password);
}

/** A new password, how it was set, and the session to keep. */
export interface PasswordChange {
  hash: string;
  by: 'user' | 'sign_in_step' | 'reset' | 'administrator';
  ip: string;
  keepSessionId?: number;
}

/**
 * Sets a password in the caller's transaction, ends the user's sessions, pending sign-ins and reset links, and notifies the
 * user.
 */
export async function setPassword(db: Db, userId: number, change: PasswordChange): Promise<void> {
  await db
    .updateTable('user_account')
    .set({ password_hash: change.hash, password_changed_at: sql<Date>`now()`, must_change_password: false })
    .where('user_id', '=', userId)
    .execute();
  await db.deleteFrom('sign_in_challenge').where('user_id', '=', userId).execute();
  await db.deleteFrom('password_reset').where('user_id', '=', userId).execute();
  await endSessionsOfUser(db, userId, {
    reason: 'revoked',
    ip: change.ip,
    ...(change.keepSessionId !== undefined && { exceptSessionId: change.keepSessionId }),
  });
  if (change.by !== 'user') {
    const details = { by: change.by };
    await recordSecurity(db, { action: 'password.changed', outcome: 'ok', userId, details, ip: change.ip });
  }
  await notifyUser(db, userId, 'password_changed', change.by === 'administrator' ? 'administrator' : 'user');
}

/** Changes of an administrator's account that the other administrators are notified of. */
const forAdministrators: Partial<Record<CredentialChange, AdministratorChange>> = {
  password_changed: 'password',
  second_factor_on: 'second_factor_on',
  second_factor_off: 'second_factor',
  second_factor_moved: 'second_factor_moved',
  recovery_codes_renewed: 'recovery_codes',
  identity_linked: 'identity',
  identity_removed: 'identity',
};

/**
 * Mails the user that their password, second factor or single sign-on was changed; if they are an administrator, also the
 * other administrators.
 * @param by `administrator` if the caller notifies the other administrators itself
 */
export async function notifyUser(
  db: Db,
  userId: number,
  change: CredentialChange,
  by: 'user' | 'administrator' | 'operator' = 'user',
): Promise<void> {
  await enqueue(db, mailCredentialChange, { userId, change, changedAt: new Date().toISOString() });
  const toTell = forAdministrators[change];
  if (toTell === undefined || by === 'administrator') return;
  await notifyIfAdministrator(db, { userId, changedByUserId: by === 'user' ? userId : null }, toTell);
}

/** A new password of the user, who has entered the current one. Nothing is stored yet. */
export interface ProvenPassword {
  /** The hash that the current password matched. */
  proven: string;
  hash: string;
}

/** Checks the user's own current password and their new one. */
export async function proveNewPassword(
  deps: CredentialDeps,
  actor: Actor,
  input: { currentPassword: string; password: string },
  signal: AbortSignal,
): Promise<ProvenPassword> {
  const proven = await requireOwnPassword(deps, actor, {
    field: 'currentPassword',
    password: input.currentPassword,
    signal,
  });
  return { proven, hash: await hashNewPassword(deps.db, deps, actor.userId, input.password) };
}

/** Sets the user's own password in the caller's transaction. Their other sessions end. */
export async function setOwnPassword(db: Db, actor: Actor, { proven, hash }: ProvenPassword): Promise<void> {
  await holdProven(db, actor, proven);
  await setPassword(db, actor.userId, { hash, by: 'user', ip: actor.ip ?? '', keepSessionId: actor.sessionId });
  await record(db, actor, { action: 'password.changed', subjectType: 'user', subjectId: actor.userId });
}

/**
 * Asks for the password again, with the same limits as signing in, so that an open session cannot be used to guess it.
 * @returns the hash that matched, for `holdProven`
 * @throws AppError `invalid_input` for the field if it is wrong, `refused` after too many attempts, `wrong_state` for a user
 * without a password
 */
export async function requireOwnPassword(
  deps: CredentialDeps,
  actor: Actor,
  { field, password, signal }: { field: string; password: string; signal: AbortSignal },
): Promise<string> {
  await requireSomePassword(deps.db, actor);
  const attempt = { username: actor.username, ip: actor.ip ?? '', signal };
  if (!(await countAttempt(deps, attempt))) throw locked(LockReason.excessiveLoginAttempts);
  const { password_hash: hash } = await findCredentials(deps.db, actor.userId);
  if (hash === null || !(await checkAttempt(deps, attempt, () => isPassword(hash, password)))) {
    throw invalidInput({ [field]: credentialTexts.currentPasswordWrong });
  }
  await uncountAttempt(deps, attempt);
  return hash;
}

/** @throws AppError `wrong_state` for a user without a password, who can only use single sign-on */
export async function requireSomePassword(db: Db, actor: Actor): Promise<void> {
  const { password_hash: hash } = await findCredentials(db, actor.userId);
  if (hash === null) throw refused(credentialTexts.noPassword, 'wrong_state');
}

/**
 * Locks the user in the transaction of the change that required the password. Fails if the password was changed or the session
 * ended in the meantime, so that a change with the old password cannot come after that.
 * @throws AppError `unauthenticated` in that case
 */
export async function holdProven(db: Db, actor: Actor, provenHash: string | null): Promise<void> {
  const user = await db
    .selectFrom('user_account')
    .select(['password_hash', 'is_active'])
    .where('user_id', '=', actor.userId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  // In a separate query after the lock: a joined session would be read as it was before the wait.
  const session = await db
    .selectFrom('user_session')
    .select('ended_at')
    .where('session_id', '=', actor.sessionId)
    .forShare()
    .executeTakeFirst();
  const holds = user?.is_active === true && user.password_hash === provenHash && session?.ended_at === null;
  if (!holds) throw new AppError('unauthenticated', { sessionEnding: 'ended' });
}

/** A random password in groups of five that satisfies the user's rules. */
export async function generatePassword(deps: CredentialDeps, userId: number): Promise<string> {
  const { username } = await findCredentials(deps.db, userId);
  const rules = await findPasswordRules(deps.db, { username, userId }, deps.config.productName);
  const length = Math.max(generatedLength, rules.minimumLength ?? defaultPasswordMinimum);
  for (;;) {
    const password = Array.from({ length }, (_, index) => generatedCharacter(index)).join('');
    if ((await findPasswordProblem(password, rules)) === null) return password;
  }
}

function generatedCharacter(index: number): string {
  const isBetweenGroups = index % (generatedGroup + 1) === generatedGroup;
  return isBetweenGroups ? '-' : (generatedAlphabet[randomInt(generatedAlphabet.length)] ?? '');
}

async function findCredentials(db: Db, userId: number) {
  return db
    .selectFrom('user_account')
    .select(['username', 'password_hash'])
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
}
