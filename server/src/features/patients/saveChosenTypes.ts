import type { ActivityType } from '@careloop/contracts/patients/activities';

import type { Db } from '../../platform/db/client.ts';

/** Keeps the types of activities that the user selected last. */
export async function saveChosenTypes(db: Db, userId: number, types: readonly ActivityType[]): Promise<void> {
  const chosen = { activity_types: [...types] };
  await db
    .insertInto('activity_filter')
    .values({ user_id: userId, ...chosen })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(chosen))
    .execute();
}
