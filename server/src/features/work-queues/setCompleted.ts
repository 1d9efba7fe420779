import { sql } from 'kysely';

import type { Actor } from '../../access/actor.ts';
import { principalOf } from '../../access/actor.ts';
import type { Authorized } from '../../access/authorize.ts';
import { record } from '../../audit/record.ts';
import type { Db } from '../../db/client.ts';
import { constraintOf } from '../../db/errors.ts';
import { refused } from '../../errors.ts';
import { publishAll } from '../../realtime/publish.ts';
import { itemChanged, itemRooms } from '../../work-queues/queueItems.ts';
import type { LockedItem } from './itemRow.ts';

/**
 * Completes an item by hand, or opens it again.
 * @throws AppError `wrong_state` when its subject is in the queue once more already
 */
export async function setCompleted(
  db: Db,
  actor: Actor,
  item: Authorized<LockedItem, 'complete'> | Authorized<LockedItem, 'reopen'>,
) {
  const { workQueueEncounterId, workQueueId, patientId } = item;
  const isCompleting = item.status === 'open';
  const version = item.version + 1;
  await db
    .updateTable('work_queue_encounter')
    .set({
      status: isCompleting ? 'completed' : 'open',
      completed_at: isCompleting ? sql<Date>`now()` : null,
      completed_by_user_id: isCompleting ? actor.userId : null,
      claimed_by_user_id: null,
      claimed_at: null,
      version,
    })
    .where('work_queue_encounter_id', '=', workQueueEncounterId)
    .execute()
    .catch((error: unknown) => {
      if (constraintOf(error) !== 'work_queue_encounter_open_once') throw error;
      throw refused('It is in this queue again already.', 'wrong_state');
    });
  await record(db, actor, {
    action: isCompleting ? 'work_queue_item.completed' : 'work_queue_item.reopened',
    patientId,
    subjectType: 'work_queue_encounter',
    subjectId: workQueueEncounterId,
    details: { workQueueId, version, for: principalOf(actor) },
  });
  await publishAll(db, [itemChanged(await itemRooms(db, workQueueEncounterId), workQueueId, workQueueEncounterId)]);
  return { workQueueEncounterId, version };
}
