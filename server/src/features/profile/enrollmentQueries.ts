import type { EnrollmentStatus } from '@careloop/contracts/codes/profile';

import type { Actor } from '../../access/actor.ts';
import type { Db } from '../../db/client.ts';

/** How many accounts wait for the user's approval, and of those they act for with the same word. */
export async function countPendingEnrollments(db: Db, { grantedUserId }: Actor): Promise<number> {
  const { count } = await db
    .selectFrom('user_enrollment')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('proxied_user_id', '=', grantedUserId)
    .where('status', '=', 'pending_supervisor_approval')
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
