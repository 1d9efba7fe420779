import { sql } from 'kysely';

import type { Db } from '../../platform/db/client.ts';
import type { Actor } from '../../platform/identity/actor.ts';

/** Makes a user the one of a directory record, which the caller has locked or whose version it has checked. */
export async function setProviderUser(
  db: Db,
  actor: Actor,
  { healthcareProviderId, userId }: { healthcareProviderId: number; userId: number },
): Promise<void> {
  await db
    .updateTable('healthcare_provider')
    .set({
      user_id: userId,
      updated_by_user_id: actor.userId,
      updated_at: sql<Date>`now()`,
      version: sql<number>`version + 1`,
    })
    .where('healthcare_provider_id', '=', healthcareProviderId)
    .execute();
}
