import { sql } from 'kysely';

import type { Actor } from '../../access/actor.ts';
import type { Db } from '../../db/client.ts';
import { shape } from '../../db/shape.ts';
import { itemParts } from './itemsQuery.ts';
import type { QueueItemRow } from './policy.ts';

export interface LockedItem extends QueueItemRow {
  workQueueEncounterId: number;
  patientId: number;
  version: number;
}

const lockedItem = shape<LockedItem, { i: 'work_queue_encounter' }>({
  workQueueEncounterId: 'i.work_queue_encounter_id',
  workQueueId: 'i.work_queue_id',
  patientId: 'i.patient_id',
  status: 'i.status',
  version: 'i.version',
});

/** An item under its lock; undefined when it is none of the actor's. */
export async function lockItem(db: Db, actor: Actor, workQueueEncounterId: number): Promise<LockedItem | undefined> {
  const mine = itemParts(actor).map(
    (part) =>
      sql`select w.work_queue_encounter_id from ${part} where w.work_queue_encounter_id = ${workQueueEncounterId}`,
  );
  const { rows } = await lockedItem.from`work_queue_encounter i
    where i.work_queue_encounter_id in (${sql.join(mine, sql` union all `)}) for update of i`.execute(db);
  return rows[0];
}
