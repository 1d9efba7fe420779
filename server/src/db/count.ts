import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import type { Db } from './client.ts';

/** Reads one number of the database: a scalar subquery, which can as well stand beside others in one statement. */
export async function readCount(db: Db, count: RawBuilder<number>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select ${count} as count`.execute(db);
  return rows[0]?.count ?? 0;
}
