import type { EnrollmentStatus } from '@careloop/contracts/codes/profile';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import type { Actor } from '../../../../platform/identity/actor.ts';
import type { Db } from '../../../../platform/db/client.ts';

/** SQL for the number of accounts awaiting the user's approval. Proxies of the user cannot decide. */
export function pendingEnrollmentCount(actor: Actor): RawBuilder<number> {
  if (actor.onBehalfOfUserId !== null) return sql<number>`0`;
  return sql<number>`(select count(*)::int from user_enrollment e
    join user_proxy x on x.proxy_user_id = e.user_id and x.proxied_user_id = e.proxied_user_id
    where e.proxied_user_id = ${actor.userId} and e.status = 'pending_supervisor_approval')`;
}

/**
 * Loads and locks the enrollment of a user; undefined for a user without one. The account is locked first, as by administrators
 * who deactivate it: the other way round, both would wait for each other.
 */
export async function lockEnrollment(db: Db, userId: number) {
  const row = await db
    .with('held', (own) =>
      own.selectFrom('user_account').select('user_id').where('user_id', '=', userId).forNoKeyUpdate(),
    )
    .selectFrom('user_enrollment as e')
    .innerJoin('held', 'held.user_id', 'e.user_id')
    .select(['e.user_id', 'e.status', 'e.requested_by_user_id', 'e.proxied_user_id'])
    .forUpdate('e')
    .executeTakeFirst();
  return row && { ...row, status: row.status as EnrollmentStatus };
}
