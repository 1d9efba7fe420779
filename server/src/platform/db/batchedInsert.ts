import { sql } from 'kysely';
import type { Insertable } from 'kysely';

import { column } from './column.ts';
import type { BatchedWrite } from './transaction.ts';
import type { DB } from './types.ts';

type RowOf<Table extends keyof DB, Column extends keyof Insertable<DB[Table]>> = Required<
  Pick<Insertable<DB[Table]>, Column>
>;

/**
 * Rows that are inserted right before the commit, because nothing in the same transaction reads them.
 * @param name of its CTE, unique
 * @param types SQL types of the columns
 */
export function batchedInsert<Table extends keyof DB, Column extends keyof Insertable<DB[Table]> & string>(
  name: string,
  table: Table,
  types: Readonly<Record<Column, string>>,
): BatchedWrite<RowOf<Table, Column>> {
  const columns = Object.keys(types) as Column[];
  return {
    name,
    write: (rows) => {
      const values = columns.map((one) => sql`${column(rows, one)}::${sql.raw(types[one])}[]`);
      return sql`insert into ${sql.table(table)} (${sql.join(columns.map((one) => sql.id(one)))})
        select * from unnest(${sql.join(values)}) returning 1`;
    },
  };
}
