import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

/**
 * A fixed set of codes for `in (…)`, as literals: PostgreSQL uses a partial index only if the values are known at planning
 * time.
 */
export function literals(values: readonly string[]): RawBuilder<unknown> {
  return sql.join(values.map((value) => sql.lit(value)));
}
