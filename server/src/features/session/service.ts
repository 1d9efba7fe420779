import { createHash } from 'node:crypto';

import { lockReasonTexts } from '@careloop/contracts/session';
import { sql } from 'kysely';

import { recordSecurity } from '../../audit/record.ts';
import type { Database, Db } from '../../db/client.ts';
import { inTransaction } from '../../db/transaction.ts';
import { refused } from '../../http/errors.ts';
import { isPassword } from '../../access/passwords.ts';
import { findUserByUsername } from './queries.ts';
import { issueToken } from './sessions.ts';
import type { Issued } from './sessions.ts';

/** Failed attempts in a row before a name is locked, and for how long. */
const attemptsBeforeLock = 5;
const lockMinutes = 15;

interface SignIn {
  username: string;
  password: string;
  ip: string;
  userAgent: string | null;
}

/**
 * Starts a session. A name that failed too often is locked for a while whether or not anybody bears it, and before that
 * nothing tells a wrong password from an unknown name. The attempt is counted before the password is looked at, so
 * that many at once are no way around the lock.
 * @throws AppError `refused` with one of the lock reasons
 */
export async function signIn(db: Database, secret: string, attempt: SignIn): Promise<Issued> {
  const digest = createHash('sha256').update(attempt.username.trim().toLowerCase()).digest();
  const attempts = await countAttempt(db, digest);
  if (attempts > attemptsBeforeLock) return refuse(db, attempt, null, 4);
  const user = await findUserByUsername(db, attempt.username.trim());
  const matches = await isPassword(user?.password_hash ?? null, attempt.password);
  if (!matches || user === undefined) return refuse(db, attempt, user?.user_id ?? null, 1);
  if (!user.is_active) return refuse(db, attempt, user.user_id, 2);
  return inTransaction(db, (transaction) => startSession(transaction, secret, user.user_id, digest, attempt));
}

async function refuse(db: Db, attempt: SignIn, userId: number | null, reason: 1 | 2 | 4): Promise<never> {
  await recordSecurity(db, {
    action: 'session.sign-in',
    outcome: 'denied',
    userId,
    details: { reason },
    ip: attempt.ip,
  });
  throw refused(lockReasonTexts[reason]);
}

/**
 * Counts an attempt on a name as a failure until it turns out to be none, and answers how many there were. Those long
 * past do not add up; while the name is locked nothing more is counted, so the lock ends by itself.
 */
async function countAttempt(db: Db, digest: Buffer): Promise<number> {
  const window = sql`${lockMinutes} * interval '1 minute'`;
  const { rows } = await sql<{ failures: number }>`
    insert into sign_in_failure as f (username_digest, failures, last_failed_at) values (${digest}, 1, now())
    on conflict (username_digest) do update set
      failures = case when f.last_failed_at < now() - ${window} then 1 else f.failures + 1 end,
      last_failed_at = case when f.failures > ${attemptsBeforeLock} and f.last_failed_at >= now() - ${window}
        then f.last_failed_at else now() end
    returning failures`.execute(db);
  return rows[0]?.failures ?? 1;
}

async function startSession(db: Db, secret: string, userId: number, digest: Buffer, attempt: SignIn): Promise<Issued> {
  await db.deleteFrom('sign_in_failure').where('username_digest', '=', digest).execute();
  await db
    .updateTable('user_account')
    .set({ last_sign_in_at: sql<Date>`now()` })
    .where('user_id', '=', userId)
    .execute();
  const { session_id } = await db
    .insertInto('user_session')
    .values({ user_id: userId, ip: attempt.ip, user_agent: attempt.userAgent?.slice(0, 300) ?? null })
    .returning('session_id')
    .executeTakeFirstOrThrow();
  const issued = await issueToken(db, secret, session_id, userId);
  await recordSecurity(db, { action: 'session.sign-in', outcome: 'ok', userId, sessionId: session_id, ip: attempt.ip });
  return issued;
}
