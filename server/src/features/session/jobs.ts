import { sql } from 'kysely';
import { z } from 'zod';

import type { Database } from '../../db/client.ts';
import { defineJob } from '../../jobs/defineJob.ts';
import { inTransaction } from '../../db/transaction.ts';
import { handle } from '../../jobs/handler.ts';
import type { JobHandler } from '../../jobs/handler.ts';
import { endDueSessions } from '../../access/sessions.ts';

/** Removes what has served its time: stored answers, failures on names, tokens. Sessions stay, the audit names them. */
export const forgetExpired = defineJob({ name: 'forget-expired', payload: z.object({}), cron: '45 3 * * *' });

/** Ends sessions that nobody uses or that are too old, and whose pages ask for nothing any more; open connections close with them. */
export const endIdle = defineJob({ name: 'end-idle-sessions', payload: z.object({}), cron: '* * * * *' });

export function sessionJobHandlers(db: Database): JobHandler[] {
  return [
    handle(forgetExpired, async () => removeExpired(db)),
    handle(endIdle, async () => void (await inTransaction(db, endDueSessions))),
  ];
}

/** A repeated call comes within minutes; a week covers the client that was switched off over a holiday. */
export async function removeExpired(db: Database): Promise<void> {
  await sql`delete from idempotency_key where created_at < now() - interval '7 days'`.execute(db);
  await sql`delete from attempt_count where last_at < now() - interval '1 day'`.execute(db);
  await sql`delete from sign_in_challenge where expires_at < now()`.execute(db);
  await sql`delete from password_reset where expires_at < now()`.execute(db);
  await sql`delete from session_token where expires_at < now() - interval '1 day'`.execute(db);
  await sql`delete from single_sign_on_attempt where expires_at < now()`.execute(db);
}
