import { sql } from 'kysely';

import type { DB, Db } from '../../../platform/db/client.ts';

// Writes many rows in one statement. Its text depends only on the table, so it is prepared once: the rows are passed as one
// JSON parameter, which PostgreSQL converts to the types of the table's columns.

export type Table = keyof DB;

/** Values by column; jsonb values are passed through unchanged. */
export type Row = Readonly<Record<string, unknown>>;

/** Allocates ids for new rows from the table's sequence. */
export async function newIds(db: Db, table: Table, idColumn: string, howMany: number): Promise<number[]> {
  if (howMany === 0) return [];
  const numbers = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence(${table}, ${idColumn})::regclass) as id
    from generate_series(1, ${howMany}::int)`.execute(db);
  return numbers.rows.map(({ id }) => id);
}

/**
 * @param rows all with the same columns
 * @param options.existing on a conflict with an existing row, the statement `fails` or the row `stays` unchanged
 */
export async function insertRows(
  db: Db,
  table: Table,
  rows: readonly Row[],
  options: { existing?: 'fails' | 'stays' } = {},
): Promise<void> {
  const [first] = rows;
  if (first === undefined) return;
  await insertion(table, first, rows, options.existing).execute(db);
}

/** The same; returns these columns of each new row, in any order. */
export async function insertReturning<Returned>(
  db: Db,
  table: Table,
  rows: readonly Row[],
  returned: readonly (keyof Returned & string)[],
): Promise<Returned[]> {
  const [first] = rows;
  if (first === undefined) return [];
  const inserted = await sql<Returned>`${insertion(table, first, rows)} returning ${columnList(returned)}`.execute(db);
  return inserted.rows;
}

function insertion(table: Table, first: Row, rows: readonly Row[], existing: 'fails' | 'stays' = 'fails') {
  const columns = columnList(Object.keys(first));
  return sql`
    insert into ${sql.table(table)} (${columns})
    select ${columns} from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::json)
    ${existing === 'stays' ? sql`on conflict do nothing` : sql``}`;
}

/**
 * Sets the columns of existing rows, found by id.
 * @param options.empty whether a missing value `clears` the column (the default) or `keeps` its value
 * @param options.isVersioned whether to increment the row's version
 * @param options.isEdited whether columns named in the row's `edited_columns` keep their values
 */
export async function updateRows(
  db: Db,
  table: Table,
  idColumn: string,
  rows: readonly Row[],
  options: { empty?: 'clears' | 'keeps'; isVersioned?: boolean; isEdited?: boolean } = {},
): Promise<void> {
  const [first] = rows;
  if (first === undefined) return;
  const assignments = Object.keys(first)
    .filter((column) => column !== idColumn)
    .map((column) => {
      const given = sql`given.${sql.ref(column)}`;
      const kept = sql`kept.${sql.ref(column)}`;
      const value = options.empty === 'keeps' ? sql`coalesce(${given}, ${kept})` : given;
      if (options.isEdited !== true) return sql`${sql.ref(column)} = ${value}`;
      return sql`${sql.ref(column)} = case when ${sql.lit(column)} = any(kept.edited_columns) then ${kept} else ${value} end`;
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
