import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import type { Db } from './client.ts';

/** Runs a scalar subquery that counts; the same expression can also be embedded in a larger statement. */
export async function readCount(db: Db, count: RawBuilder<number>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select ${count} as count`.execute(db);
  return rows[0]?.count ?? 0;
}
