import { credentialTexts } from '@careloop/contracts/session/credentials';
import type { SignInStep } from '@careloop/contracts/session';
import { sql } from 'kysely';

import type { Deps } from '../../http/app.ts';
import { recordSecurity } from '../../audit/record.ts';
import type { Database, Db } from '../../db/client.ts';
import { inTransaction } from '../../db/transaction.ts';
import { refused } from '../../errors.ts';
import { issueChallenge } from './challenges.ts';
import { locked } from './locked.ts';
import { issueToken } from '../../access/sessions.ts';
import type { Issued } from '../../access/sessions.ts';

/** A session, or what is still to be done for one. */
export type SignInOutcome = { issued: Issued; nextStep?: undefined } | { nextStep: SignInStep; issued?: undefined };

/** How somebody came here, and what they need not do any more. */
export interface Beginning {
  ip: string;
  userAgent: string | null;
  /** Shown already, or the matter of somebody else: a provider of single sign-on. */
  skipSecondFactor?: boolean;
  /** There is no password in it. */
  skipPasswordChange?: boolean;
  /**
   * Whether what was shown still holds, asked while the user is locked: a password that is being changed at this moment
   * opens nothing any more.
   */
  stillHolds?: (db: Db, user: { passwordHash: string | null }) => Promise<boolean>;
  /** Kept with the audit row. */
  details?: Record<string, unknown>;
}

/**
 * What follows once somebody has shown who they are: the account is looked at, then comes the next step that the user's
 * clients or an administrator ask for, or the session.
 * @throws AppError `refused` with one of the lock reasons 2 and 3, or when what was shown does not hold any more
 */
export async function beginSession(
  db: Database,
  deps: Pick<Deps, 'sessionSecret'>,
  userId: number,
  beginning: Beginning,
): Promise<SignInOutcome> {
  const found = await inTransaction(db, (transaction) => decide(transaction, deps, userId, beginning));
  if (found.lockReason === undefined) return found;
  await recordRefusal(db, { userId, ip: beginning.ip, reason: found.lockReason });
  throw found.lockReason === 'stale' ? refused(credentialTexts.challengeExpired) : locked(found.lockReason);
}

/** For single sign-on: whoever the provider vouches for has shown everything, and has no password to change. */
export async function beginVouchedSession(
  db: Database,
  deps: Pick<Deps, 'sessionSecret'>,
  userId: number,
  beginning: Pick<Beginning, 'ip' | 'userAgent' | 'details'>,
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

async function decide(db: Db, deps: Pick<Deps, 'sessionSecret'>, userId: number, how: Beginning): Promise<Decision> {
  const account = await lockAccount(db, userId);
  if (account === undefined) return { lockReason: 'stale' };
  const holds = (await how.stillHolds?.(db, { passwordHash: account.password_hash })) ?? true;
  if (!holds) return { lockReason: 'stale' };
  if (!account.is_active) return { lockReason: 2 };
  if (account.is_forgotten) return { lockReason: 3 };
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
  /** Nobody signed in for longer than a client allows. */
  is_forgotten: boolean;
  has_second_factor: boolean;
  needs_second_factor: boolean;
  must_change_password: boolean;
}

/** What is asked of a user, by the strictest of their clients; the row is held until the session stands. */
async function lockAccount(db: Db, userId: number): Promise<Account | undefined> {
  const days = (name: string) => sql`make_interval(days => (select min(s.value) from client_setting s
    join user_client uc using (client_id) where uc.user_id = u.user_id and s.name = ${name}))`;
  const { rows } = await sql<Account>`
    select u.password_hash,
      -- An account that waits for its approval is not active yet, whoever switched it on.
      u.is_active and not exists(select from user_enrollment e where e.user_id = u.user_id and e.status <> 'enrolled') as is_active,
      coalesce(greatest(coalesce(u.last_sign_in_at, u.created_at), u.activated_at)
        < now() - ${days('daysUntilInactive')}, false) as is_forgotten,
      exists(select from second_factor f where f.user_id = u.user_id and f.enabled_at is not null) as has_second_factor,
      ${needsSecondFactor} as needs_second_factor,
      u.must_change_password or coalesce(coalesce(u.password_changed_at, u.created_at)
        < now() - ${days('passwordExpirationDays')}, false) as must_change_password
    from user_account u where u.user_id = ${userId} for no key update of u`.execute(db);
  return rows[0];
}

/** Whether one of the clients of the user `u` asks for a second factor. */
export const needsSecondFactor = sql<boolean>`exists(select from client_feature cf join user_client uc using (client_id)
  where uc.user_id = u.user_id and cf.feature = 'twoFactorAuthentication')`;

function nextStepOf(account: Account, how: Beginning): SignInStep['kind'] | null {
  if (how.skipSecondFactor !== true && account.has_second_factor) return 'second_factor';
  if (how.skipSecondFactor !== true && account.needs_second_factor) return 'second_factor_setup';
  return how.skipPasswordChange !== true && account.must_change_password ? 'password_change' : null;
}

async function startSession(db: Db, secret: string, userId: number, how: Beginning): Promise<Issued> {
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
export async function recordRefusal(
  db: Db,
  { userId, ip, ...details }: { userId: number | null; ip: string; reason: number | string },
): Promise<void> {
  await recordSecurity(db, { action: 'session.sign-in', outcome: 'denied', userId, details, ip });
}
