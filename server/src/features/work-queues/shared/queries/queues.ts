import type { QueueOrder } from '@careloop/contracts/work-queues';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import type { Actor } from '../../../../platform/identity/actor.ts';
import { maySeePatient } from '../../../../core/access/patientAccess.ts';
import type { Db } from '../../../../platform/db/client.ts';
import { shape } from '../../../../platform/db/shape.ts';
import { kindOf } from '../../../queueKinds.ts';
import { itemParts } from '../../itemParts.ts';

export interface QueueRow {
  workQueueId: number;
  workQueueCategoryId: number;
  categoryName: string;
  categoryDescription: string;
  code: string;
  name: string;
  description: string;
  userHidden: boolean;
  openCount: number;
  order: QueueOrder | null;
}

interface QueueTables {
  q: 'work_queue';
  c: 'work_queue_category';
  uo?: 'work_queue_user_order';
}

const queueOrder = shape<QueueOrder, { uo: 'work_queue_user_order' }>({
  sortBy: 'uo.sort_by',
  sortDirection: 'uo.sort_direction',
});

/** Every queue with the number of its open items that the actor may see. */
export async function findQueues(db: Db, actor: Actor): Promise<QueueRow[]> {
  const counts = itemParts(actor).map(
    (part) =>
      sql`select w.work_queue_id, count(*) as count from ${part} where w.status = 'open' group by w.work_queue_id`,
  );
  const queue = shape<QueueRow, QueueTables>({
    workQueueId: 'q.work_queue_id',
    code: 'q.code',
    name: 'q.name',
    description: 'q.description',
    workQueueCategoryId: 'c.work_queue_category_id',
    categoryName: 'c.name',
    categoryDescription: 'c.description',
    userHidden: sql`exists (select from work_queue_user_hidden h
      where h.work_queue_id = q.work_queue_id and h.user_id = ${actor.userId})`,
    openCount: sql`coalesce(open.count, 0)::int`,
    order: queueOrder.jsonIfFound('uo.sort_by'),
  });
  const { rows } = await queue.from`work_queue q join work_queue_category c using (work_queue_category_id)
    left join (select work_queue_id, sum(count) as count from (${sql.join(counts, sql` union all `)}) as parts
      group by work_queue_id) as open using (work_queue_id)
    left join work_queue_user_order uo on uo.work_queue_id = q.work_queue_id and uo.user_id = ${actor.userId}
    order by c.work_queue_category_id, q.display_order`.execute(db);
  return rows;
}

/** Whether long waiting times are highlighted in the user's lists. */
async function findShowsWaitingTime(db: Db, userId: number): Promise<boolean> {
  const user = await db
    .selectFrom('user_account')
    .select('shows_waiting_time')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return user.shows_waiting_time;
}

/** Whether the item with this id, which may be null, is one of the actor's. */
export function isItemOf(actor: Actor, id: RawBuilder<unknown>, opens = maySeePatient): RawBuilder<boolean> {
  const found = itemParts(actor, { opens }).map(
    (part) => sql`select from ${part} where w.work_queue_encounter_id = ${id}`,
  );
  return sql<boolean>`(${id} is not null and exists (${sql.join(found, sql` union all `)}))`;
}

/** Whether there is a queue with this id. */
export async function isQueue(db: Db, workQueueId: number): Promise<boolean> {
  const found = await db
    .selectFrom('work_queue')
    .select('work_queue_id')
    .where('work_queue_id', '=', workQueueId)
    .executeTakeFirst();
  return found !== undefined;
}

/** The queues by category, and what the user has set for them. */
export async function findWorkQueues(db: Db, actor: Actor) {
  const [queues, showsWaitingTime] = await Promise.all([findQueues(db, actor), findShowsWaitingTime(db, actor.userId)]);
  const openCount = queues.reduce((sum, queue) => sum + (queue.userHidden ? 0 : queue.openCount), 0);
  return { categories: inCategories(queues), openCount, showsWaitingTime };
}

function inCategories(queues: QueueRow[]) {
  const groups = Map.groupBy(queues, (queue) => queue.workQueueCategoryId);
  return [...groups].map(([workQueueCategoryId, rows]) => ({
    workQueueCategoryId,
    name: rows[0]?.categoryName ?? '',
    description: rows[0]?.categoryDescription ?? '',
    workQueues: rows.map((row) => ({ ...row, subjectType: kindOf(row.workQueueId)?.subject.type ?? null })),
  }));
}
