import type { InputOf } from '@careloop/contracts/endpoint';
import type { saveWorkQueueOrder } from '@careloop/contracts/work-queues';

import type { Db } from '../../platform/db/client.ts';
import { proposed, writes } from '../../platform/db/writes.ts';

type Input = InputOf<typeof saveWorkQueueOrder>;

const columnsOf = writes<Input, 'work_queue_user_order'>()({
  workQueueId: 'work_queue_id',
  sortBy: 'sort_by',
  sortDirection: 'sort_direction',
});

/** Remembers the order of a queue for a user. */
export async function saveQueueOrder(db: Db, userId: number, input: Input): Promise<void> {
  const columns = columnsOf(input);
  await db
    .insertInto('work_queue_user_order')
    .values({ ...columns, user_id: userId })
    .onConflict((conflict) => conflict.columns(['user_id', 'work_queue_id']).doUpdateSet(proposed(columns)))
    .execute();
}
