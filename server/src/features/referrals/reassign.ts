import { WorkQueue } from '@careloop/contracts/codes';
import { sql } from 'kysely';

import type { Database } from '../../db/client.ts';
import { reassignItems } from '../../work-queues/reassign.ts';

/**
 * Moves referrals of deactivated receivers to the exceptions, where coordinators record the answer of the office, select another
 * provider, or cancel and refer again; and declined referrals of deactivated senders to the coordinators, who refer again.
 * @returns how many were moved
 */
export async function reassign(db: Database): Promise<number> {
  const sent = await reassignItems(db, {
    subjectType: 'referral',
    owners: sql`select referral_id as subject_id, client_id, referred_to_user_id as user_id from referral`,
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
  return sent + declined;
}
