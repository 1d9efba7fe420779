import { sql } from 'kysely';

import type { DB, Db } from '../../../db/client.ts';

// Many rows in one statement whose text depends on the table alone, so that it is prepared once: the rows travel as one
// JSON parameter, and PostgreSQL reads them with the types of the table's own columns.

export type Table = keyof DB;

/** Values by column; what a jsonb column holds as it is. */
export type Row = Readonly<Record<string, unknown>>;

/** Numbers for rows to come, from the table's own sequence. */
export async function newIds(db: Db, table: Table, idColumn: string, howMany: number): Promise<number[]> {
  if (howMany === 0) return [];
  const numbers = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence(${table}, ${idColumn})::regclass) as id
    from generate_series(1, ${howMany}::int)`.execute(db);
  return numbers.rows.map(({ id }) => id);
}

/**
 * @param rows all with the same columns
 * @param options.existing what a row does that is there already: the statement `fails`, or it `stays` as it is
 */
export async function insertRows(
  db: Db,
  table: Table,
  rows: readonly Row[],
  options: { existing?: 'fails' | 'stays' } = {},
): Promise<void> {
  const [first] = rows;
  if (first === undefined) return;
  const columns = columnList(Object.keys(first));
  await sql`
    insert into ${sql.table(table)} (${columns})
    select ${columns} from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::json)
    ${options.existing === 'stays' ? sql`on conflict do nothing` : sql``}`.execute(db);
}

/**
 * Sets the columns of rows that exist, found by their id.
 * @param options.empty what a missing value does: it `clears` the column (the default) or `keeps` what is there
 * @param options.isVersioned whether the row's version counts on
 */
export async function updateRows(
  db: Db,
  table: Table,
  idColumn: string,
  rows: readonly Row[],
  options: { empty?: 'clears' | 'keeps'; isVersioned?: boolean } = {},
): Promise<void> {
  const [first] = rows;
  if (first === undefined) return;
  const assignments = Object.keys(first)
    .filter((column) => column !== idColumn)
    .map((column) => {
      const given = sql`given.${sql.ref(column)}`;
      const value = options.empty === 'keeps' ? sql`coalesce(${given}, kept.${sql.ref(column)})` : given;
      return sql`${sql.ref(column)} = ${value}`;
    });
  if (options.isVersioned === true) assignments.push(sql`version = kept.version + 1`);
  await sql`
    update ${sql.table(table)} as kept set ${sql.join(assignments)}
    from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::json) as given
    where kept.${sql.ref(idColumn)} = given.${sql.ref(idColumn)}`.execute(db);
}

function columnList(columns: readonly string[]) {
  return sql.join(columns.map((column) => sql.ref(column)));
}
