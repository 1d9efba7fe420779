import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

/**
 * A timestamptz column in the format of the contracts, 2026-01-31T09:30:00.000000Z. Keeps the microseconds, so that a
 * cursor made from it finds the same row again.
 */
export function isoTimestamp<Value extends string | null = string>(column: string): RawBuilder<Value> {
  return sql<Value>`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
}
