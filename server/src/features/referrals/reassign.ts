import { WorkQueue } from '@careloop/contracts/codes';
import { sql } from 'kysely';

import type { Database } from '../../db/client.ts';
import { shape } from '../../db/shape.ts';
import { inTransaction } from '../../db/transaction.ts';
import { publishAll } from '../../realtime/publish.ts';
import { giveItem } from '../../work-queues/queueItems.ts';
import { reassignItems } from '../../work-queues/reassign.ts';
import { referralToProcess } from './queueKinds.ts';

const clients = sql`select referral_id as subject_id, client_id from referral`;

/** The queues of users whose items go to the coordinators, and to which of the coordinators' queues. */
const moves = [
  // Coordinators record the answer of the office, select another provider, or cancel and refer again.
  { from: WorkQueue.referralToProcess, to: WorkQueue.referralExceptions },
  // They refer again.
  { from: WorkQueue.referralsDeclined, to: WorkQueue.referralsDeclined },
  // They ask the office of a canceled referral to release the time kept for the patient.
  { from: WorkQueue.referralExceptions, to: WorkQueue.referralExceptions },
];

/**
 * Moves the items of deactivated receivers and senders to the coordinators.
 * @returns how many were moved
 */
export async function reassign(db: Database): Promise<number> {
  let moved = await returnToReceivers(db);
  for (const move of moves) moved += await reassignItems(db, { subjectType: 'referral', clients, ...move });
  return moved;
}

const receivedReferral = shape<{ referralId: number; userId: number }, { r: 'referral'; t: 'user_account' }>({
  referralId: 'r.referral_id',
  userId: 't.user_id',
});

/** Returns the items of deactivated providers, for whom a referral was accepted, to the receiver it was sent to. */
function returnToReceivers(db: Database): Promise<number> {
  return inTransaction(db, async (own) => {
    const { rows } = await receivedReferral.from`work_queue_encounter w
      join referral r on r.referral_id = w.subject_id join user_account u on u.user_id = w.owner_user_id
      join user_account t on t.user_id = r.referred_to_user_id
      where w.subject_type = 'referral' and w.work_queue_id = ${WorkQueue.referralToProcess} and w.status = 'open'
        and not u.is_active and t.is_active`.execute(own);
    for (const { referralId, userId } of rows) {
      await publishAll(own, await giveItem(own, referralToProcess, referralId, userId));
    }
    return rows.length;
  });
}
