import { sql } from 'kysely';

import type { WorkerDeps } from '../../core/worker.ts';

/**
 * Removes expired idempotency responses, attempt counts and tokens. Sessions stay, because the audit refers to them. Responses
 * are kept for a week, for clients that were switched off over a holiday.
 */
export async function removeExpired({ db }: Pick<WorkerDeps, 'db'>): Promise<void> {
  await sql`delete from idempotency_key where created_at < now() - interval '7 days'`.execute(db);
  await sql`delete from attempt_count where last_at < now() - interval '1 day'`.execute(db);
  await sql`delete from sign_in_challenge where expires_at < now()`.execute(db);
  await sql`delete from password_reset where expires_at < now()`.execute(db);
  await sql`delete from session_token where expires_at < now() - interval '1 day'`.execute(db);
  await sql`delete from single_sign_on_attempt where expires_at < now()`.execute(db);
}
