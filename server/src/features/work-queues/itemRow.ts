import { sql } from 'kysely';

import type { Actor } from '../../access/actor.ts';
import type { Db } from '../../db/client.ts';
import { shape } from '../../db/shape.ts';
import { claimOf } from './claims.ts';
import { isAnswered, isEmergencyOnly, isOwned, itemParts } from './itemParts.ts';
import type { QueueItemRow } from './policy.ts';

export interface LockedItem extends QueueItemRow {
  workQueueEncounterId: number;
  patientId: number;
  version: number;
}

function lockedItem(actor: Actor) {
  return shape<LockedItem, { w: 'work_queue_encounter' }>({
    workQueueEncounterId: 'w.work_queue_encounter_id',
    workQueueId: 'w.work_queue_id',
    patientId: 'w.patient_id',
    status: 'w.status',
    version: 'w.version',
    isOwned: isOwned(actor),
    isEmergencyOnly: isEmergencyOnly(actor),
    isAnswered,
    claim: claimOf,
  });
}

/** An item under its lock; undefined when it is none of the actor's. */
export async function lockItem(db: Db, actor: Actor, workQueueEncounterId: number): Promise<LockedItem | undefined> {
  const mine = itemParts(actor).map(
    (part) =>
      sql`select w.work_queue_encounter_id from ${part} where w.work_queue_encounter_id = ${workQueueEncounterId}`,
  );
  const { rows } = await lockedItem(actor).from`work_queue_encounter w
    where w.work_queue_encounter_id in (${sql.join(mine, sql` union all `)}) for update of w`.execute(db);
  return rows[0];
}
