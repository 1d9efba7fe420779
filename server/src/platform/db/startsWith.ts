import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

/**
 * SQL condition: a column of search keys (collation "C") begins with the prefix, ignoring case, accents and apostrophes.
 * Uses a range instead of LIKE, so that a prepared statement can use the index for any prefix.
 */
export function startsWith(column: RawBuilder<unknown>, prefix: string): RawBuilder<boolean> {
  return sql<boolean>`${column} >= name_key(${prefix}) and ${column} < name_key(${prefix}) || chr(1114111)`;
}
