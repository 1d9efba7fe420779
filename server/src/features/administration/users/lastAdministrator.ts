import { userAdministrationTexts as texts } from '@careloop/contracts/administration/users';
import { sql } from 'kysely';

import type { Db } from '../../../platform/db/client.ts';
import { refused } from '../../../platform/errors.ts';

/**
 * Refuses a change after which nobody could manage the users of a client. Called after the change: of two administrators
 * who take each other's rights at the same time, the second one waits for the first and is refused.
 * @throws AppError `wrong_state` that names the client
 */
export async function requireAdministrators(db: Db, clientIds: readonly number[]): Promise<void> {
  await sql`select from client where client_id = any(${clientIds}::bigint[])
    order by client_id for no key update`.execute(db);
  const { rows } = await sql<{ display_name: string }>`select c.display_name from client c
    where c.client_id = any(${clientIds}::bigint[]) and not exists (select from user_client uc
      join user_account u using (user_id) join user_permission p using (user_id)
      where uc.client_id = c.client_id and p.permission = 'ManageUsers' and u.is_active and not u.is_stub)
    order by c.display_name limit 1`.execute(db);
  if (rows[0] !== undefined) throw refused(texts.lastAdministrator(rows[0].display_name), 'wrong_state');
}

/**
 * The same for what belongs to no client.
 * @throws AppError `wrong_state` if nobody could manage the installation
 */
export async function requireInstaller(db: Db): Promise<void> {
  // The installation has no row of its own, so concurrent changes wait for each other at the only row of another table.
  await sql`select from site_alert for no key update`.execute(db);
  if (!(await isInstallationManaged(db))) throw refused(texts.lastInstaller, 'wrong_state');
}

/** Whether somebody can change what belongs to no client. */
export async function isInstallationManaged(db: Db): Promise<boolean> {
  const { rows } = await sql`select from user_permission p join user_account u using (user_id)
    where p.permission = 'ManageInstallation' and u.is_active and not u.is_stub limit 1`.execute(db);
  return rows.length > 0;
}
