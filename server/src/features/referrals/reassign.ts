import { WorkQueue } from '@careloop/contracts/codes';
import { sql } from 'kysely';

import type { Database } from '../../db/client.ts';
import { inTransaction } from '../../db/transaction.ts';
import { publishAll } from '../../realtime/publish.ts';
import { itemChanged, roomsOfItems } from '../../work-queues/queueItems.ts';

/**
 * Moves open items of receivers who were deactivated to the exceptions of the client's coordinators, who can select another
 * provider, or cancel and refer again. One that is an open exception already stays until that is completed.
 * @returns how many were moved
 */
export async function reassign(db: Database): Promise<number> {
  return inTransaction(db, async (own) => {
    const { rows } = await sql<{ work_queue_encounter_id: number }>`
      update work_queue_encounter w set work_queue_id = ${WorkQueue.referralExceptions}, owner_user_id = null,
        owner_client_id = r.client_id, version = w.version + 1
      from referral r join user_account u on u.user_id = r.referred_to_user_id
      where w.work_queue_id = ${WorkQueue.referralToProcess} and w.status = 'open' and w.subject_type = 'referral'
        and w.subject_id = r.referral_id and w.owner_user_id = u.user_id and not u.is_active
        and not exists (select from work_queue_encounter e where e.subject_type = 'referral' and e.subject_id = r.referral_id
          and e.work_queue_id = ${WorkQueue.referralExceptions} and e.status = 'open')
      returning w.work_queue_encounter_id`.execute(own);
    const moved = rows.map((row) => row.work_queue_encounter_id);
    const rooms = await roomsOfItems(own, moved);
    await publishAll(
      own,
      moved.map((item) => itemChanged(rooms.get(item) ?? [], WorkQueue.referralExceptions, item)),
    );
    return moved.length;
  });
}
