import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

/**
 * A table to select from or, where some of its rows are asked for by their ids, those rows: `offset 0` keeps the plan from
 * walking a whole range of the table for a few of them.
 */
export function rowsAmong(table: string, column: string, ids: readonly number[] | undefined): RawBuilder<unknown> {
  if (ids === undefined) return sql`${sql.table(table)}`;
  return sql`(select * from ${sql.table(table)} where ${sql.ref(column)} = any(${ids}::bigint[]) offset 0)`;
}
