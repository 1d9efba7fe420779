import { sql } from 'kysely';

import type { Db } from '../db/client.ts';

/** Locks a user's row until the transaction ends, so that their concurrent calls see each other and respect a limit together. */
export async function lockUserRow(db: Db, userId: number): Promise<void> {
  await sql`select from user_account where user_id = ${userId} for no key update`.execute(db);
}
