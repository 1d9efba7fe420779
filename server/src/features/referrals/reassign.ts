import { WorkQueue } from '@careloop/contracts/codes';
import { sql } from 'kysely';

import type { Database } from '../../db/client.ts';
import { shape } from '../../db/shape.ts';
import { inTransaction } from '../../db/transaction.ts';
import { publishAll } from '../../realtime/publish.ts';
import { giveItem } from '../../work-queues/queueItems.ts';
import { reassignItems } from '../../work-queues/reassign.ts';
import { referralToProcess } from './queueKinds.ts';

/**
 * Moves referrals of deactivated receivers to the exceptions, where coordinators record the answer of the office, select another
 * provider, or cancel and refer again; and declined referrals of deactivated senders to the coordinators, who refer again.
 * @returns how many were moved
 */
export async function reassign(db: Database): Promise<number> {
  const returned = await returnToReceivers(db);
  const sent = await reassignItems(db, {
    subjectType: 'referral',
    owners: sql`select referral_id as subject_id, client_id, referred_to_user_id as user_id from referral
      union all select r.referral_id, r.client_id, ap.user_id from referral r
      join healthcare_provider ap on ap.healthcare_provider_id = r.accepted_for_healthcare_provider_id
      where ap.user_id is distinct from r.referred_to_user_id`,
    from: WorkQueue.referralToProcess,
    to: WorkQueue.referralExceptions,
  });
  const declined = await reassignItems(db, {
    subjectType: 'referral',
    owners: sql`select referral_id as subject_id, client_id, coalesce(on_behalf_of_user_id, created_by_user_id) as user_id
      from referral`,
    from: WorkQueue.referralsDeclined,
    to: WorkQueue.referralsDeclined,
  });
  return returned + sent + declined;
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
