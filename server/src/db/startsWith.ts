import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

/**
 * Whether a column of search keys (collation "C") begins with what was typed, without regard to case, accents and
 * apostrophes.
 * A range instead of LIKE: a prepared statement can use the index whatever the prefix is.
 */
export function startsWith(column: RawBuilder<unknown>, prefix: string): RawBuilder<boolean> {
  return sql<boolean>`${column} >= name_key(${prefix}) and ${column} < name_key(${prefix}) || chr(1114111)`;
}
