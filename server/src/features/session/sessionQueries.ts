import { sql } from 'kysely';

import type { Db } from '../../db/client.ts';
import { idleLimitMinutes } from './tokens.ts';

const idleLimit = sql`${sql.lit(idleLimitMinutes)} * interval '1 minute'`;

/** Whether nobody has used the session `s` for too long, as SQL. */
export const isSessionIdle = sql<boolean>`s.last_active_at < now() - ${idleLimit}`;

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
    .where(sql<boolean>`not ${isSessionIdle}`)
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

/** Open sessions that nobody has used for too long, locked until they are ended. Few sessions are open at any time. */
export function findIdleSessions(db: Db) {
  return db
    .selectFrom('user_session as s')
    .select(['s.session_id as sessionId', 's.user_id as userId'])
    .where('s.ended_at', 'is', null)
    .where(isSessionIdle)
    .forUpdate()
    .skipLocked()
    .execute();
}

/**
 * Writes down that a session was used just now, and how many seconds ago by a person; null when the call does not say.
 * That moment only moves forward.
 */
export async function touchSession(db: Db, sessionId: number, idleSeconds: number | null): Promise<void> {
  const usedAt = sql<Date>`now() - ${idleSeconds}::int * interval '1 second'`;
  await db
    .updateTable('user_session')
    .set({ last_seen_at: sql<Date>`now()`, last_active_at: sql<Date>`greatest(last_active_at, ${usedAt})` })
    .where('session_id', '=', sessionId)
    .execute();
}
