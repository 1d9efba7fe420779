import type { Db } from '../../db/client.ts';

/** Invitations to care teams that wait for this person's answer. */
export async function countPendingInvites(db: Db, userId: number): Promise<number> {
  const { count } = await db
    .selectFrom('care_team_member')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('status', '=', 'invited')
    .executeTakeFirstOrThrow();
  return count;
}
