import { sql } from 'kysely';

import { recordSecurity } from '../audit/record.ts';
import type { Db } from '../db/client.ts';
import { publishSessionEnded } from '../realtime/publish.ts';
import { findDueSessions, findOpenSessions } from './queries.ts';
import { newToken, refreshedTokenGraceMs, tokenDigest, tokenLifetimeMs } from './tokens.ts';

export interface Issued {
  token: string;
  userId: number;
  expiresAt: Date;
}

export interface SessionOf {
  sessionId: number;
  userId: number;
}

/** Why sessions are ended, and from where. */
interface Ending {
  reason: 'logout' | 'inactivity' | 'session' | 'revoked';
  ip: string | null;
  /** The session that requested the end, if it is a different one. */
  bySessionId?: number;
}

export async function issueToken(db: Db, secret: string, sessionId: number, userId: number): Promise<Issued> {
  const token = newToken();
  const expiresAt = new Date(Date.now() + tokenLifetimeMs);
  await db
    .insertInto('session_token')
    .values({ token_digest: tokenDigest(secret, token), session_id: sessionId, expires_at: expiresAt })
    .execute();
  return { token, userId, expiresAt };
}

/**
 * Issues the next token of a session. The token used for the call and older ones expire after a short grace period; newer
 * ones do not. If two tabs refresh at once, each gets a token, and whichever the browser keeps must stay valid.
 */
export async function refresh(db: Db, secret: string, used: SessionOf & { expiresAt: Date }): Promise<Issued> {
  const graceEnds = new Date(Date.now() + refreshedTokenGraceMs);
  await db
    .updateTable('session_token')
    .set({ expires_at: sql<Date>`least(expires_at, ${graceEnds}::timestamptz)` })
    .where('session_id', '=', used.sessionId)
    .where('expires_at', '<=', used.expiresAt)
    .execute();
  const issued = await issueToken(db, secret, used.sessionId, used.userId);
  await removeOldTokens(db, used.sessionId);
  return issued;
}

/** Maximum tokens per session, enough for several tabs that refresh at the same moment. */
const maxTokens = 5;

async function removeOldTokens(db: Db, sessionId: number): Promise<void> {
  await sql`delete from session_token where session_id = ${sessionId} and token_digest not in (
    select token_digest from session_token where session_id = ${sessionId} and expires_at > now()
    order by expires_at desc limit ${sql.lit(maxTokens)})`.execute(db);
}

/**
 * Ends the sessions that are still open: their next request is refused, and their realtime connections close.
 * @returns how many were ended
 */
export async function endSessions(db: Db, sessions: readonly SessionOf[], ending: Ending): Promise<number> {
  if (sessions.length === 0) return 0;
  const ended = await db
    .updateTable('user_session')
    .set({ ended_at: sql<Date>`now()`, end_reason: ending.reason })
    .where(
      'session_id',
      'in',
      sessions.map(({ sessionId }) => sessionId),
    )
    .where('ended_at', 'is', null)
    .returning(['session_id', 'user_id'])
    .execute();
  const { reason, ip, bySessionId } = ending;
  for (const { session_id, user_id } of ended) {
    await recordSecurity(db, {
      action: 'session.end',
      outcome: 'ok',
      userId: user_id,
      sessionId: session_id,
      details: { reason, ...(bySessionId !== undefined && { bySessionId }) },
      ip,
    });
    await publishSessionEnded(db, session_id);
  }
  return ended.length;
}

/** Ends the user's open sessions, optionally all but one: after a new password, or on request. */
export async function endSessionsOfUser(
  db: Db,
  userId: number,
  { exceptSessionId, ...ending }: Ending & { exceptSessionId?: number },
): Promise<number> {
  const open = await findOpenSessions(db, userId);
  const others = open.filter(({ sessionId }) => sessionId !== exceptSessionId);
  return endSessions(
    db,
    others.map(({ sessionId }) => ({ sessionId, userId })),
    ending,
  );
}

/**
 * Ends sessions that were idle for too long or reached the maximum lifetime. A call in such a session also ends it; this
 * covers sessions without calls.
 */
export async function endDueSessions(db: Db): Promise<number> {
  const due = await findDueSessions(db);
  let count = 0;
  for (const reason of ['inactivity', 'session'] as const) {
    const sessions = due.filter((session) => session.reason === reason);
    count += await endSessions(db, sessions, { reason, ip: null });
  }
  return count;
}
