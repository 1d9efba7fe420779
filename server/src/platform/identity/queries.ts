import type { SessionEnding } from '@careloop/contracts/result';
import { sessionLifetimeHours } from '@careloop/contracts/session';
import { sql } from 'kysely';

import type { Db } from '../db/client.ts';
import { idleLimitMinutes } from './tokens.ts';

const idleLimit = sql`${sql.lit(idleLimitMinutes)} * interval '1 minute'`;
const lifetime = sql`${sql.lit(sessionLifetimeHours)} * interval '1 hour'`;

/** Why an open session must be ended. */
export type DueReason = 'inactivity' | 'session';

/** SQL expression: why session `s` must end (idle for too long, or past its maximum lifetime), otherwise null. */
export const dueReason = sql<DueReason | null>`case
  when s.last_active_at < now() - ${idleLimit} then 'inactivity'
  when s.created_at < now() - ${lifetime} then 'session' end`;

/** The ending reported to the client for each reason. */
export const endingOfDue: Record<DueReason, SessionEnding> = { inactivity: 'inactivity', session: 'lifetime' };

/** Why a token is no longer valid; undefined if it was never issued. */
export async function findEnding(db: Db, digest: Buffer): Promise<SessionEnding | undefined> {
  const ended = sql<SessionEnding>`case
    when s.end_reason = 'revoked' then 'ended'
    when s.end_reason = 'logout' then 'signed_out'
    when s.end_reason = 'inactivity' then 'inactivity'
    when s.end_reason is not null then case when s.ended_at >= s.created_at + ${lifetime} then 'lifetime' else 'invalid' end
    when not u.is_active then 'ended'
    when ${dueReason} = 'inactivity' then 'inactivity'
    when ${dueReason} = 'session' then 'lifetime'
    else 'expired' end`;
  const row = await db
    .selectFrom('session_token as t')
    .innerJoin('user_session as s', 's.session_id', 't.session_id')
    .innerJoin('user_account as u', 'u.user_id', 's.user_id')
    .select(ended.as('ending'))
    .where('t.token_digest', '=', digest)
    .executeTakeFirst();
  return row?.ending;
}

/** When a session reaches its maximum lifetime. */
export async function findLifetimeEnd(db: Db, sessionId: number): Promise<Date> {
  const { end } = await db
    .selectFrom('user_session as s')
    .select(sql<Date>`s.created_at + ${lifetime}`.as('end'))
    .where('s.session_id', '=', sessionId)
    .executeTakeFirstOrThrow();
  return end;
}

/** The open session of an unexpired token. */
export function findLiveSession(db: Db, digest: Buffer) {
  return db
    .selectFrom('session_token as t')
    .innerJoin('user_session as s', 's.session_id', 't.session_id')
    .select(['s.session_id as sessionId', 's.user_id as userId'])
    .where('t.token_digest', '=', digest)
    .where('t.expires_at', '>', sql<Date>`now()`)
    .where('s.ended_at', 'is', null)
    .executeTakeFirst();
}

/** The user's sessions that can still be used, most recently used first. */
export function findOpenSessions(db: Db, userId: number) {
  return db
    .selectFrom('user_session as s')
    .select([
      's.session_id as sessionId',
      's.user_agent as userAgent',
      's.ip',
      's.created_at as signedInAt',
      's.last_seen_at as lastSeenAt',
    ])
    .where('s.user_id', '=', userId)
    .where('s.ended_at', 'is', null)
    .where(dueReason, 'is', null)
    .where((build) =>
      build.exists(
        build
          .selectFrom('session_token as t')
          .select('t.session_id')
          .whereRef('t.session_id', '=', 's.session_id')
          .where('t.expires_at', '>', sql<Date>`now()`),
      ),
    )
    .orderBy('s.last_seen_at', 'desc')
    .orderBy('s.session_id', 'desc')
    .execute();
}

/** Open sessions that must end, and why. Locks their rows; few sessions are open at any time. */
export function findDueSessions(db: Db) {
  return db
    .selectFrom('user_session as s')
    .select(['s.session_id as sessionId', 's.user_id as userId', dueReason.$notNull().as('reason')])
    .where('s.ended_at', 'is', null)
    .where(dueReason, 'is not', null)
    .forUpdate()
    .skipLocked()
    .execute();
}

/**
 * Records that a session was used now. `idleSeconds` is the time since the user last used the page, null if unknown; the
 * recorded time of that use never moves backward.
 */
export async function touchSession(db: Db, sessionId: number, idleSeconds: number | null): Promise<void> {
  const usedAt = sql<Date>`now() - ${idleSeconds}::int * interval '1 second'`;
  await db
    .updateTable('user_session')
    .set({ last_seen_at: sql<Date>`now()`, last_active_at: sql<Date>`greatest(last_active_at, ${usedAt})` })
    .where('session_id', '=', sessionId)
    .execute();
}
