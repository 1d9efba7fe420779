import { sql } from 'kysely';

import type { Actor } from '../../platform/identity/actor.ts';
import type { Authorized } from '../../core/access/authorize.ts';
import { record } from '../../platform/audit/record.ts';
import type { Db } from '../../platform/db/client.ts';
import { publishItemChanged } from '../../core/work-queues/queueItems.ts';
import type { LockedItem } from './itemRow.ts';

/** Claims an item for the user, or releases their claim. A claim is only a hint to others and no lock, so the version stays. */
export async function setClaim(
  db: Db,
  actor: Actor,
  item: Authorized<LockedItem, 'claim'> | Authorized<LockedItem, 'release'>,
): Promise<void> {
  const { workQueueEncounterId, workQueueId, patientId } = item;
  const isClaiming = item.claim === null;
  await db
    .updateTable('work_queue_encounter')
    .set({
      claimed_by_user_id: isClaiming ? actor.userId : null,
      claimed_at: isClaiming ? sql<Date>`now()` : null,
    })
    .where('work_queue_encounter_id', '=', workQueueEncounterId)
    .execute();
  await record(db, actor, {
    action: isClaiming ? 'work_queue_item.claimed' : 'work_queue_item.released',
    patientId,
    subjectType: 'work_queue_encounter',
    subjectId: workQueueEncounterId,
    details: { workQueueId },
  });
  await publishItemChanged(db, { workQueueId, workQueueEncounterId });
}
