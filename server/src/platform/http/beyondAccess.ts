import { sql } from 'kysely';

import { recordSecurity } from '../audit/record.ts';
import type { Actor } from '../identity/actor.ts';
import type { HttpApp } from './httpApp.ts';

/** Audited once an hour for each user who reaches the limit. */
const reached = 'lookups.limited';
/** Changes that count as well: their audit rows have this action instead of the call's path if they succeed. */
const askingChanges = ['access_request.created'];

/** Details of a call that was refused by the limit: it is not counted itself. */
export const limited = { isLimited: true } as const;

/**
 * Whether a user may ask again about people beyond their access. The limit keeps anybody from listing a client's patients.
 * It is counted in the audit, so it holds for all processes and after a restart. Reaching it is a security event.
 */
export async function mayAskBeyondAccess({ deps: { db, config }, endpoints }: HttpApp, actor: Actor): Promise<boolean> {
  const actions = endpoints.flatMap(({ answersBeyondAccess, path }) => (answersBeyondAccess === true ? [path] : []));
  const { rows } = await sql<{ count: number; is_recorded: boolean | null }>`
    select count(*) filter (where action <> ${reached} and (details ? 'isLimited') is not true)::int as count,
      bool_or(action = ${reached}) as is_recorded
    from audit_event where user_id = ${actor.userId} and occurred_at > now() - interval '1 hour'
      and action = any(${[...actions, ...askingChanges, reached]}::text[])`.execute(db);
  const [lastHour] = rows;
  if (lastHour === undefined || lastHour.count < config.lookupsPerHour) return true;
  if (lastHour.is_recorded !== true) {
    const { userId, sessionId, ip } = actor;
    await recordSecurity(db, { action: reached, outcome: 'refused', userId, sessionId, ip });
  }
  return false;
}
