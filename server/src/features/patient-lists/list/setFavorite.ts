import type { Actor } from '../../../platform/identity/actor.ts';
import type { Db } from '../../../platform/db/client.ts';

/** Adds or removes a favorite, a patient the user may see. */
export async function setFavorite(db: Db, actor: Actor, patientId: number, isFavorite: boolean): Promise<void> {
  if (isFavorite) {
    await db
      .insertInto('patient_favorite')
      .values({ user_id: actor.userId, patient_id: patientId })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  } else {
    await db
      .deleteFrom('patient_favorite')
      .where('user_id', '=', actor.userId)
      .where('patient_id', '=', patientId)
      .execute();
  }
}
