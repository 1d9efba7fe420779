import type { EnrollmentStatus } from '@careloop/contracts/codes/profile';

import type { Actor } from '../../access/actor.ts';
import type { Db } from '../../db/client.ts';

/** How many accounts wait for the user's approval. Whoever acts for the user cannot decide. */
export async function countPendingEnrollments(db: Db, actor: Actor): Promise<number> {
  if (actor.onBehalfOfUserId !== null) return 0;
  const { count } = await db
    .selectFrom('user_enrollment as e')
    .innerJoin('user_proxy as x', (join) =>
      join.onRef('x.proxy_user_id', '=', 'e.user_id').onRef('x.proxied_user_id', '=', 'e.proxied_user_id'),
    )
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('e.proxied_user_id', '=', actor.userId)
    .where('e.status', '=', 'pending_supervisor_approval')
    .executeTakeFirstOrThrow();
  return count;
}

/** The enrollment of a user, held; undefined for a user who was never asked to enroll. */
export async function lockEnrollment(db: Db, userId: number) {
  const row = await db
    .selectFrom('user_enrollment')
    .select(['user_id', 'status', 'requested_by_user_id', 'proxied_user_id'])
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
  return row && { ...row, status: row.status as EnrollmentStatus };
}
