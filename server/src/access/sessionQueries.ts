import type { SessionEnding } from '@careloop/contracts/result';
import { sessionLifetimeHours } from '@careloop/contracts/session';
import { sql } from 'kysely';

import type { Db } from '../db/client.ts';
import { idleLimitMinutes } from './tokens.ts';

const idleLimit = sql`${sql.lit(idleLimitMinutes)} * interval '1 minute'`;
const lifetime = sql`${sql.lit(sessionLifetimeHours)} * interval '1 hour'`;

/** Why a session that is still open must end. */
export type DueReason = 'inactivity' | 'session';

/** Whether the session `s` must end, as SQL: idle for too long, or at its maximum lifetime. */
export const dueReason = sql<DueReason | null>`case
  when s.last_active_at < now() - ${idleLimit} then 'inactivity'
  when s.created_at < now() - ${lifetime} then 'session' end`;

/** What the end of a session that must end is called. */
export const endingOfDue: Record<DueReason, SessionEnding> = { inactivity: 'inactivity', session: 'lifetime' };

/** Why a token is no longer valid; undefined for one that never was. */
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

/** The open session behind a token that has not expired. */
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

/** The sessions of a user that a call could still be made in, the latest use first. */
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

/** Open sessions that must end, and why, locked until they are ended. Few sessions are open at any time. */
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
 * Records that a session was used now, and how many seconds ago by a person; null when the call does not say. The
 * recorded time only moves forward.
 */
export async function touchSession(db: Db, sessionId: number, idleSeconds: number | null): Promise<void> {
  const usedAt = sql<Date>`now() - ${idleSeconds}::int * interval '1 second'`;
  await db
    .updateTable('user_session')
    .set({ last_seen_at: sql<Date>`now()`, last_active_at: sql<Date>`greatest(last_active_at, ${usedAt})` })
    .where('session_id', '=', sessionId)
    .execute();
}
