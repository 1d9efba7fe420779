import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import type { Db } from '../../platform/db/client.ts';

/** SQL condition: user `u` can sign in and work a queue. */
export const worksQueues = sql<boolean>`(u.is_active and exists (select from user_permission q
  where q.user_id = u.user_id and q.permission = 'ManageWorkQueues'))`;

/**
 * SQL condition: the owner of queue items can sign in, and they or somebody who acts for them work queues. Most work their own, which
 * takes two lookups; only otherwise those who act for them are asked.
 */
export function isQueueWorked(ownerUserId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`(exists (select from user_account qo join user_permission q on q.user_id = qo.user_id
      and q.permission = 'ManageWorkQueues' where qo.user_id = ${ownerUserId} and qo.is_active)
    or is_queue_worked(${ownerUserId}))`;
}

/** The user, if their queue is worked; otherwise null. */
export async function findQueueOwner(db: Db, userId: number | null): Promise<number | null> {
  if (userId === null) return null;
  const { rows } = await sql`select where ${isQueueWorked(sql`${userId}::bigint`)}`.execute(db);
  return rows.length > 0 ? userId : null;
}
