import { userAdministrationTexts as texts } from '@careloop/contracts/administration/users';
import { sql } from 'kysely';

import { worksQueues } from '../../../core/access/worksQueues.ts';
import type { Db } from '../../../platform/db/client.ts';

/**
 * Why a user cannot stop coordinating: a client would be left without anybody who works the shared queues. Null if each of
 * them has another coordinator, or the user does not work queues either.
 * @param clientIds clients of the administrator: only there can they make somebody else a coordinator
 * @param keptClientIds clients that the user goes on coordinating
 */
export async function findUncoordinated(
  db: Db,
  userId: number,
  clientIds: readonly number[],
  keptClientIds: readonly number[] = [],
): Promise<string | null> {
  const coordinated = sql`select c.client_id, c.display_name from client c join user_client uc using (client_id)
    where uc.user_id = ${userId} and uc.is_coordinator and c.client_id = any(${clientIds}::bigint[])
      and c.client_id <> all(${keptClientIds}::bigint[])`;
  // Of two administrators who each remove one of the last two coordinators, the second one is refused.
  await sql`${coordinated} order by c.client_id for no key update of c`.execute(db);
  const { rows } = await sql<{ display_name: string }>`select c.display_name from (${coordinated}) c
    where exists (select from user_account u where u.user_id = ${userId} and ${worksQueues})
      and not exists (select from user_client o join user_account u using (user_id)
        where o.client_id = c.client_id and o.is_coordinator and o.user_id <> ${userId} and ${worksQueues})
    order by c.display_name limit 1`.execute(db);
  return rows[0] === undefined ? null : texts.lastCoordinator(rows[0].display_name);
}
