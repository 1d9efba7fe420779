import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import type { InSql } from './fixedStatement.ts';

/**
 * SQL condition: a column of search keys (collation "C") begins with the prefix, ignoring case, accents and apostrophes.
 * Uses a range instead of LIKE, so that a prepared statement can use the index for any prefix.
 */
export function startsWith(column: RawBuilder<unknown>, prefix: InSql<string>): RawBuilder<boolean> {
  return hasPrefix(column, sql`name_key(${prefix})`);
}

/** The highest character of Unicode: a prefix followed by it is above every text that begins with the prefix. */
export const highestCharacter = sql`chr(1114111)`;

/** SQL condition: a key (collation "C") begins with a prefix of the same form, as an index range. */
export function hasPrefix(key: RawBuilder<unknown>, prefix: RawBuilder<unknown> | string): RawBuilder<boolean> {
  return sql<boolean>`${key} >= ${prefix} and ${key} < ${prefix} || ${highestCharacter}`;
}
