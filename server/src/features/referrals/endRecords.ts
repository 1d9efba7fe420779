import { sql } from 'kysely';

import type { Db } from '../../db/client.ts';
import type { WorkerDeps } from '../../jobs/deps.ts';

/**
 * Expires complete records a day after they were created, and deletes their files a day later, so that a backup that started
 * before still finds the files of its rows. Can be run again after an error.
 */
export async function endRecords({ db, storage }: Pick<WorkerDeps, 'db' | 'storage'>): Promise<void> {
  await sql`update referral_record set status = 'expired', expired_at = now(), removed_key = storage_key, storage_key = null
    where status = 'ready' and finished_at < now() - interval '1 day'`.execute(db);
  const { rows } = await sql<{
    id: number;
    key: string;
  }>`select referral_record_id as id, removed_key as key from referral_record
    where status = 'expired' and expired_at < now() - interval '1 day' order by referral_record_id`.execute(db);
  for (const { id, key } of rows) {
    // A user may have uploaded the record as a document: the same bytes have the same key.
    if (!(await isNamed(db, key))) await storage.remove(key);
    await db.deleteFrom('referral_record').where('referral_record_id', '=', id).execute();
  }
  await sql`delete from referral_record where status in ('queued', 'running', 'failed')
    and created_at < now() - interval '2 days'`.execute(db);
}

/** Whether any table refers to this storage key; such columns end in `storage_key` (decision 016). */
async function isNamed(db: Db, key: string): Promise<boolean> {
  const { rows: columns } = await sql<{ table: string; column: string }>`
    select table_name as table, column_name as column from information_schema.columns
    where table_schema = 'public' and column_name ~ '(^|_)storage_key$'`.execute(db);
  for (const { table, column } of columns) {
    const { rows } = await sql`select from ${sql.table(table)} where ${sql.ref(column)} = ${key} limit 1`.execute(db);
    if (rows.length > 0) return true;
  }
  return false;
}
