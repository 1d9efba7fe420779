import { sql } from 'kysely';

import { findKeyColumns, findNamedKeys } from '../../platform/storage/namedKeys.ts';
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
    const keys = rows.map(({ key }) => key);
    const named = await findNamedKeys(db, columns, keys);
    for (const { id, key } of rows) {
      if (!named.has(key)) await storage.remove(key);
      await db.deleteFrom('referral_record').where('referral_record_id', '=', id).execute();
    }
  }
  await sql`delete from referral_record where status in ('queued', 'running', 'failed')
    and created_at < now() - interval '2 days'`.execute(db);
}
