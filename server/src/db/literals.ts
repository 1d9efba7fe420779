import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

/**
 * A fixed set of codes for `in (…)`. Written as literals: PostgreSQL uses a partial index only for a condition whose values
 * it knows when it plans.
 */
export function literals(values: readonly string[]): RawBuilder<unknown> {
  return sql.join(values.map((value) => sql.lit(value)));
}
