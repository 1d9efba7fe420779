import { sql } from 'kysely';

import type { Db } from '../db/client.ts';

interface KeyColumn {
  table: string;
  column: string;
}

/** The columns that refer to stored files; they end in `storage_key` (decision 016). */
export async function findKeyColumns(db: Db): Promise<KeyColumn[]> {
  const { rows } = await sql<KeyColumn>`
    select table_name as table, column_name as column from information_schema.columns
    where table_schema = 'public' and column_name ~ '(^|_)storage_key$'`.execute(db);
  return rows;
}

/** Those of the keys that any column refers to. The columns have no index, so each is read once for all keys. */
export async function findNamedKeys(
  db: Db,
  columns: readonly KeyColumn[],
  keys: readonly string[],
): Promise<Set<string>> {
  const named = new Set<string>();
  for (const { table, column } of columns) {
    const { rows } = await sql<{ key: string }>`select distinct ${sql.ref(column)} as key from ${sql.table(table)}
      where ${sql.ref(column)} = any(${keys}::text[])`.execute(db);
    for (const { key } of rows) named.add(key);
  }
  return named;
}
