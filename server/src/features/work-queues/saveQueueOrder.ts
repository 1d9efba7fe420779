import type { QueueOrder } from '@careloop/contracts/work-queues';
import { sql } from 'kysely';

import type { Db } from '../../platform/db/client.ts';

/** Remembers the order of a queue for a user. */
export async function saveQueueOrder(
  db: Db,
  userId: number,
  order: QueueOrder & { workQueueId: number },
): Promise<void> {
  await sql`insert into work_queue_user_order (user_id, work_queue_id, sort_by, sort_direction)
    values (${userId}, ${order.workQueueId}, ${order.sortBy}, ${order.sortDirection})
    on conflict (user_id, work_queue_id) do update set sort_by = excluded.sort_by, sort_direction = excluded.sort_direction`.execute(
    db,
  );
}
