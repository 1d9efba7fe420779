import type { getWorkQueueItemState } from '@careloop/contracts/work-queues/items';
import type { OutputOf } from '@careloop/contracts/endpoint';
import { sql } from 'kysely';

import type { Actor } from '../../platform/identity/actor.ts';
import { userName } from '../../platform/identity/userName.ts';
import type { Db } from '../../platform/db/client.ts';
import { iso, shape } from '../../platform/db/shape.ts';
import { itemParts } from './itemParts.ts';

type ItemState = OutputOf<typeof getWorkQueueItemState> & { patientId: number };

const itemState = shape<ItemState, { w: 'work_queue_encounter' }>({
  workQueueEncounterId: 'w.work_queue_encounter_id',
  workQueueId: 'w.work_queue_id',
  patientId: 'w.patient_id',
  status: 'w.status',
  completedAt: iso('w.completed_at'),
  completedByName: userName('w.completed_by_user_id'),
});

/** An item's queue and completion; undefined if it is not one of the actor's. */
export async function findItemState(
  db: Db,
  actor: Actor,
  workQueueEncounterId: number,
): Promise<ItemState | undefined> {
  const mine = itemParts(actor).map(
    (part) => sql`select ${itemState.select} from ${part} where w.work_queue_encounter_id = ${workQueueEncounterId}`,
  );
  const { rows } = await sql<ItemState>`${sql.join(mine, sql` union all `)}`.execute(db);
  return rows[0];
}
