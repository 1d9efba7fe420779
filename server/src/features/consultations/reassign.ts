import { WorkQueue } from '@careloop/contracts/codes';
import { sql } from 'kysely';

import type { Database } from '../../db/client.ts';
import { inTransaction } from '../../db/transaction.ts';
import { publishAll } from '../../realtime/publish.ts';
import { coordinatorsRoom } from '../../realtime/rooms.ts';
import { itemChanged } from '../../work-queues/queueItems.ts';

/** Gives open consultations of people who were deactivated to the coordinators, who can write down the answer or cancel. */
export async function reassign(db: Database): Promise<number> {
  return inTransaction(db, async (own) => {
    const { rows } = await sql<{ work_queue_encounter_id: number; owner_client_id: number }>`
      update work_queue_encounter w set owner_user_id = null, owner_client_id = cr.client_id, version = w.version + 1
      from consultation cr join user_account u on u.user_id = cr.requested_to_user_id
      where w.work_queue_id = ${WorkQueue.careCoordinatorRequest} and w.status = 'open' and w.subject_type = 'consultation'
        and w.subject_id = cr.consultation_id and w.owner_user_id = u.user_id and not u.is_active
      returning w.work_queue_encounter_id, w.owner_client_id`.execute(own);
    const changes = rows.map((row) =>
      itemChanged(
        [coordinatorsRoom(row.owner_client_id)],
        WorkQueue.careCoordinatorRequest,
        row.work_queue_encounter_id,
      ),
    );
    await publishAll(own, changes);
    return rows.length;
  });
}
