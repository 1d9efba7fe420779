import { sql } from 'kysely';

import type { Db } from '../../platform/db/client.ts';
import type { WorkerDeps } from '../../core/worker.ts';

/** Few enough that hardly any time passes between looking for references to a file and removing it. */
const mostAtOnce = 100;

/**
 * Expires complete records a day after they were created, and deletes their files a day later, so that a backup that started
 * before still finds the files of its rows. Can be run again after an error.
 */
export async function endRecords({ db, storage }: Pick<WorkerDeps, 'db' | 'storage'>): Promise<void> {
  await sql`update referral_record set status = 'expired', expired_at = now(), removed_key = storage_key, storage_key = null
    where status = 'ready' and finished_at < now() - interval '1 day'`.execute(db);
  const columns = await findKeyColumns(db);
  for (;;) {
    const { rows } = await sql<{ id: number; key: string }>`
      select referral_record_id as id, removed_key as key from referral_record
      where status = 'expired' and expired_at < now() - interval '1 day'
      order by referral_record_id limit ${mostAtOnce}`.execute(db);
    if (rows.length === 0) break;
    // A user may have uploaded a record as a document: the same bytes have the same key.
    const named = await findNamed(db, columns, rows);
    for (const { id, key } of rows) {
      if (!named.has(key)) await storage.remove(key);
      await db.deleteFrom('referral_record').where('referral_record_id', '=', id).execute();
    }
  }
  await sql`delete from referral_record where status in ('queued', 'running', 'failed')
    and created_at < now() - interval '2 days'`.execute(db);
}

interface KeyColumn {
  table: string;
  column: string;
}

/** The columns that refer to stored files; they end in `storage_key` (decision 016). */
async function findKeyColumns(db: Db): Promise<KeyColumn[]> {
  const { rows } = await sql<KeyColumn>`
    select table_name as table, column_name as column from information_schema.columns
    where table_schema = 'public' and column_name ~ '(^|_)storage_key$'`.execute(db);
  return rows;
}

/** Those of the keys that any column refers to. The columns have no index, so each is read once for all keys. */
async function findNamed(
  db: Db,
  columns: readonly KeyColumn[],
  keys: readonly { key: string }[],
): Promise<Set<string>> {
  const named = new Set<string>();
  for (const { table, column } of columns) {
    const { rows } = await sql<{ key: string }>`select distinct ${sql.ref(column)} as key from ${sql.table(table)}
      where ${sql.ref(column)} = any(${keys.map(({ key }) => key)}::text[])`.execute(db);
    for (const { key } of rows) named.add(key);
  }
  return named;
}
