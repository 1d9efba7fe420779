import { sql } from 'kysely';

import type { Db } from '../../platform/db/client.ts';
import { lockUserRow } from '../../platform/identity/lockUserRow.ts';

/** Hides exactly these queues from a user. */
export async function setHiddenQueues(db: Db, userId: number, workQueueIds: readonly number[]): Promise<void> {
  // Of two sets chosen at the same moment one remains, not both together.
  await lockUserRow(db, userId);
  await sql`delete from work_queue_user_hidden where user_id = ${userId} and work_queue_id <> all(${workQueueIds}::bigint[])`.execute(
    db,
  );
  await sql`insert into work_queue_user_hidden (user_id, work_queue_id)
    select ${userId}, unnest(${workQueueIds}::bigint[])
    on conflict do nothing`.execute(db);
}

export async function setShowsWaitingTime(db: Db, userId: number, showsWaitingTime: boolean): Promise<void> {
  await db
    .updateTable('user_account')
    .set({ shows_waiting_time: showsWaitingTime })
    .where('user_id', '=', userId)
    .execute();
}
