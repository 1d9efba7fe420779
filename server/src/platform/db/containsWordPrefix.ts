import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

/**
 * SQL condition: the whole term occurs in the text at the start of a word, ignoring case and accents. Reads every
 * row, so it is for short lists.
 */
export function containsWordPrefix(column: RawBuilder<unknown>, term: string): RawBuilder<boolean> {
  return sql<boolean>`position(' ' || search_key(${term}) in ' ' || search_key(${column})) > 0`;
}
