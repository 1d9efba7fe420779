import { sql } from 'kysely';

import { findMailedUser, mailUser } from '../../../core/integrations/mailUser.ts';
import type { WorkerDeps } from '../../../core/worker.ts';
import type { Actor } from '../../../platform/identity/actor.ts';
import type { Db } from '../../../platform/db/client.ts';
import { enqueue } from '../../../platform/jobs/enqueue.ts';
import type { UserRow } from '../policy.ts';
import { mailAdministratorChange } from './jobs.ts';
import type { AdministratorChange } from './jobs.ts';
import { administratorChangeText } from './texts.ts';

/** Tells the other administrators of the user's clients, if the user is an administrator. */
export async function notifyAdministrators(
  db: Db,
  actor: Actor,
  { userId, permissions }: Pick<UserRow, 'userId' | 'permissions'>,
  change: AdministratorChange,
): Promise<void> {
  if (!permissions.includes('ManageUsers')) return;
  const at = new Date().toISOString();
  await enqueue(db, mailAdministratorChange, { userId, changedByUserId: actor.userId, change, at });
}

interface ChangeToMail {
  userId: number;
  changedByUserId: number;
  change: AdministratorChange;
  at: string;
}

interface Recipient {
  user_id: number;
  first_name: string;
  last_name: string;
  email: string;
}

/** Includes the administrator who made the change: somebody else may have used their session. */
export async function sendAdministratorChange(deps: WorkerDeps, sent: ChangeToMail): Promise<void> {
  const { userId, changedByUserId, change, at } = sent;
  const nameOf = async (id: number) => (await findMailedUser(deps.db, id))?.fullName ?? 'an administrator';
  const [changed, changedBy] = [await nameOf(userId), await nameOf(changedByUserId)];
  const { rows: recipients } =
    await sql<Recipient>`select a.user_id, a.first_name, a.last_name, a.email from user_account a
    where a.user_id <> ${userId} and a.is_active and a.email is not null
      and exists (select from user_permission p where p.user_id = a.user_id and p.permission = 'ManageUsers')
      and exists (select from user_client theirs join user_client mine using (client_id)
        where theirs.user_id = a.user_id and mine.user_id = ${userId})
    order by a.user_id`.execute(deps.db);
  for (const { user_id: recipientUserId, first_name, last_name, email } of recipients) {
    const text = administratorChangeText(
      { fullName: `${first_name} ${last_name}`, changedBy, changed, change },
      deps.config.productName,
    );
    const key = `administrator-change:${userId}:${change}:${at}:${recipientUserId}`;
    await mailUser(deps, { userId: recipientUserId, email }, text, key);
  }
}
