import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

/** Name of the user whose id is in this column; null if the column is. */
export function userName<Name extends string | null = string | null>(column: string): RawBuilder<Name> {
  return sql<Name>`(select named.first_name || ' ' || named.last_name from user_account named
    where named.user_id = ${sql.ref(column)})`;
}
