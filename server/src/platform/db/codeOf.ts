import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

/** SQL expression: the numeric code of the name in a column such as `a.status`; null for null. */
export function codeOf<Code extends number | null = number>(
  column: string,
  table: Readonly<Record<string, number>>,
): RawBuilder<Code> {
  const cases = Object.entries(table).map(([name, code]) => sql`when ${sql.lit(name)} then ${sql.lit(code)}`);
  return sql<Code>`case ${sql.raw(column)} ${sql.join(cases, sql` `)} end`;
}
