import { WorkQueue } from '@careloop/contracts/codes';
import { sql } from 'kysely';

import type { Database } from '../../db/client.ts';
import { reassignItems } from '../../work-queues/reassign.ts';

/**
 * Moves referrals of deactivated receivers to the exceptions, where coordinators record the answer of the office, select another
 * provider, or cancel and refer again.
 */
export function reassign(db: Database): Promise<number> {
  return reassignItems(db, {
    subjectType: 'referral',
    receivers: sql`select referral_id as subject_id, client_id, referred_to_user_id as user_id from referral`,
    from: WorkQueue.referralToProcess,
    to: WorkQueue.referralExceptions,
  });
}
