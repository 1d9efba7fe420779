import { sql } from 'kysely';

import { sendToEach } from '../../../core/integrations/sendToEach.ts';
import { findMailedUser, mailUser } from '../../../core/integrations/mailUser.ts';
import type { WorkerDeps } from '../../../core/worker.ts';
import type { JobAttempt } from '../../../platform/jobs/handler.ts';
import type { AdministratorChange } from '../../../core/access/administratorChange.ts';
import { administratorChangeText } from './texts.ts';

interface ChangeToMail {
  userId: number;
  changedByUserId: number | null;
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
export async function sendAdministratorChange(deps: WorkerDeps, sent: ChangeToMail, run: JobAttempt): Promise<void> {
  const { userId, changedByUserId, change, at } = sent;
  const nameOf = async (id: number) => (await findMailedUser(deps.db, id))?.fullName ?? 'an administrator';
  const changed = await nameOf(userId);
  const changedBy = changedByUserId === null ? null : await nameOf(changedByUserId);
  const isOwn = changedByUserId === userId;
  const { rows: recipients } =
    await sql<Recipient>`select a.user_id, a.first_name, a.last_name, a.email from user_account a
    where a.user_id <> ${userId} and a.is_active and a.email is not null
      and exists (select from user_permission p where p.user_id = a.user_id and p.permission = 'ManageUsers')
      and exists (select from user_client theirs join user_client mine using (client_id)
        where theirs.user_id = a.user_id and mine.user_id = ${userId})
    order by a.user_id`.execute(deps.db);
  await sendToEach(recipients, async ({ user_id: recipientUserId, first_name, last_name, email }) => {
    const text = administratorChangeText(
      { fullName: `${first_name} ${last_name}`, changedBy, changed, change, isOwn },
      deps.config.productName,
    );
    const key = `administrator-change:${userId}:${change}:${at}:${recipientUserId}`;
    await mailUser(deps, { userId: recipientUserId, email }, text, key, { run });
  });
}
