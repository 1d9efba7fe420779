import { credentialTexts } from '@careloop/contracts/session/credentials';
import type { SignInStep } from '@careloop/contracts/session';
import { sql } from 'kysely';

import type { Deps } from '../../core/app.ts';
import { recordSecurity } from '../../platform/audit/record.ts';
import type { Database, Db } from '../../platform/db/client.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { refused } from '../../platform/errors.ts';
import { issueChallenge } from './issueChallenge.ts';
import { locked } from './locked.ts';
import { isUnusedTooLong, strictestDays } from './shared/queries.ts';
import { issueToken } from '../../platform/identity/sessions.ts';
import type { Issued } from '../../platform/identity/sessions.ts';

/** A session, or the next step required before one is issued. */
export type SignInOutcome = { issued: Issued; nextStep?: undefined } | { nextStep: SignInStep; issued?: undefined };

/** How the user signed in, and which steps they may skip. */
export interface SignInContext {
  ip: string;
  userAgent: string | null;
  /** The second factor was already shown, or is handled by the single sign-on provider. */
  skipSecondFactor?: boolean;
  /** No password is involved. */
  skipPasswordChange?: boolean;
  /**
   * Whether the credentials are still valid, checked while the user's row is locked: a password that was changed in the
   * meantime must not open a session.
   */
  stillHolds?: (db: Db, user: { passwordHash: string | null }) => Promise<boolean>;
  /** Added to the audit row. */
  details?: Record<string, unknown>;
}

/**
 * Continues a sign-in once the user's identity is established: checks the account, then returns the next step required by the
 * user's clients or an administrator, or issues the session.
 * @throws AppError `refused` with lock reason 2 or 3, or if the credentials are no longer valid
 */
export async function beginSession(
  db: Database,
  deps: Pick<Deps, 'sessionSecret'>,
  userId: number,
  beginning: SignInContext,
): Promise<SignInOutcome> {
  const found = await inTransaction(db, (transaction) => decide(transaction, deps, userId, beginning));
  if (found.lockReason === undefined) return found;
  await recordRefusal(db, { userId, ip: beginning.ip, reason: found.lockReason });
  throw found.lockReason === 'stale' ? refused(credentialTexts.challengeExpired) : locked(found.lockReason);
}

/** Begins a session after single sign-on: the provider covers every factor, and there is no password to change. */
export async function beginVouchedSession(
  db: Database,
  deps: Pick<Deps, 'sessionSecret'>,
  userId: number,
  beginning: Pick<SignInContext, 'ip' | 'userAgent' | 'details'>,
): Promise<Issued> {
  const outcome = await beginSession(db, deps, userId, {
    ...beginning,
    skipSecondFactor: true,
    skipPasswordChange: true,
  });
  if (outcome.issued === undefined) throw new Error('A vouched session has no further step');
  return outcome.issued;
}

type Decision = (SignInOutcome & { lockReason?: undefined }) | { lockReason: 2 | 3 | 'stale' };

async function decide(
  db: Db,
  deps: Pick<Deps, 'sessionSecret'>,
  userId: number,
  how: SignInContext,
): Promise<Decision> {
  const account = await lockAccount(db, userId);
  if (account === undefined) return { lockReason: 'stale' };
  const holds = (await how.stillHolds?.(db, { passwordHash: account.password_hash })) ?? true;
  if (!holds) return { lockReason: 'stale' };
  if (!account.is_active) return { lockReason: 2 };
  if (account.is_unused_too_long) return { lockReason: 3 };
  const kind = nextStepOf(account, how);
  if (kind === null) return { issued: await startSession(db, deps.sessionSecret, userId, how) };
  const nextStep = await issueChallenge(db, deps.sessionSecret, userId, {
    kind,
    hasPassedSecondFactor: how.skipSecondFactor === true,
  });
  const details = { ...how.details, nextStep: kind };
  await recordSecurity(db, { action: 'session.step', outcome: 'ok', userId, details, ip: how.ip });
  return { nextStep };
}

interface Account {
  is_active: boolean;
  password_hash: string | null;
  /** No sign-in for longer than a client allows. */
  is_unused_too_long: boolean;
  has_second_factor: boolean;
  needs_second_factor: boolean;
  must_change_password: boolean;
}

/**
 * Loads what is required of a user, by the strictest setting of their clients, and locks the row until the session is stored.
 */
async function lockAccount(db: Db, userId: number): Promise<Account | undefined> {
  const { rows } = await sql<Account>`
    select u.password_hash,
      -- An account awaiting approval is not active, even if its flag is set.
      u.is_active and not exists(select from user_enrollment e where e.user_id = u.user_id and e.status <> 'enrolled') as is_active,
      ${isUnusedTooLong} as is_unused_too_long,
      exists(select from second_factor f where f.user_id = u.user_id and f.enabled_at is not null) as has_second_factor,
      ${needsSecondFactor} as needs_second_factor,
      u.must_change_password or coalesce(coalesce(u.password_changed_at, u.created_at)
        < now() - ${strictestDays('passwordExpirationDays')}, false) as must_change_password
    from user_account u where u.user_id = ${userId} for no key update of u`.execute(db);
  return rows[0];
}

/** Whether a client of the user `u` requires a second factor. */
export const needsSecondFactor = sql<boolean>`exists(select from client_feature cf join user_client uc using (client_id)
  where uc.user_id = u.user_id and cf.feature = 'twoFactorAuthentication')`;

function nextStepOf(account: Account, how: SignInContext): SignInStep['kind'] | null {
  if (how.skipSecondFactor !== true && account.has_second_factor) return 'second_factor';
  if (how.skipSecondFactor !== true && account.needs_second_factor) return 'second_factor_setup';
  return how.skipPasswordChange !== true && account.must_change_password ? 'password_change' : null;
}

async function startSession(db: Db, secret: string, userId: number, how: SignInContext): Promise<Issued> {
  await db
    .updateTable('user_account')
    .set({ last_sign_in_at: sql<Date>`now()` })
    .where('user_id', '=', userId)
    .execute();
  const { session_id } = await db
    .insertInto('user_session')
    .values({ user_id: userId, ip: how.ip, user_agent: how.userAgent?.slice(0, 300) ?? null })
    .returning('session_id')
    .executeTakeFirstOrThrow();
  const issued = await issueToken(db, secret, session_id, userId);
  await recordSecurity(db, {
    action: 'session.sign-in',
    outcome: 'ok',
    userId,
    sessionId: session_id,
    ip: how.ip,
    ...(how.details !== undefined && { details: how.details }),
  });
  return issued;
}

/** Records a refused sign-in with its reason: a lock reason (docs/domain/session.md) or one of our own. */
async function recordRefusal(
  db: Db,
  { userId, ip, ...details }: { userId: number | null; ip: string; reason: number | string },
): Promise<void> {
  await recordSecurity(db, { action: 'session.sign-in', outcome: 'denied', userId, details, ip });
}
