import { sql } from 'kysely';

import { deliver } from '../../../core/integrations/deliveries.ts';
import type { WorkerDeps } from '../../../core/worker.ts';
import type { Actor } from '../../../platform/identity/actor.ts';
import type { Db } from '../../../platform/db/client.ts';
import { enqueue } from '../../../platform/jobs/enqueue.ts';
import type { UserRow } from '../policy.ts';
import { mailAdministratorChange } from './jobs.ts';
import type { AdministratorChange } from './jobs.ts';

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
  const people = await deps.db
    .selectFrom('user_account')
    .select(['user_id', 'first_name', 'last_name'])
    .where('user_id', 'in', [userId, changedByUserId])
    .execute();
  const nameOf = (id: number) => {
    const person = people.find((one) => one.user_id === id);
    return person === undefined ? 'an administrator' : `${person.first_name} ${person.last_name}`;
  };
  const { rows: recipients } =
    await sql<Recipient>`select a.user_id, a.first_name, a.last_name, a.email from user_account a
    where a.user_id <> ${userId} and a.is_active and a.email is not null
      and exists (select from user_permission p where p.user_id = a.user_id and p.permission = 'ManageUsers')
      and exists (select from user_client theirs join user_client mine using (client_id)
        where theirs.user_id = a.user_id and mine.user_id = ${userId})
    order by a.user_id`.execute(deps.db);
  const { productName, mailFrom } = deps.config;
  for (const to of recipients) {
    const delivery = {
      channel: 'email' as const,
      clientId: null,
      recipientUserId: to.user_id,
      recipientAddress: to.email,
      senderAddress: mailFrom,
      subject: `An administrator’s account was changed (${productName})`,
      body: [
        `Dear ${to.first_name} ${to.last_name},`,
        '',
        `${nameOf(changedByUserId)} changed the account of ${nameOf(userId)}, who manages users in ${productName}: ${sentences[change]}.`,
        '',
        'If this was not agreed, deactivate both accounts and find out what happened.',
      ].join('\n'),
    };
    await deliver(deps.db, deps.email, delivery, `administrator-change:${userId}:${change}:${at}:${to.user_id}`);
  }
}

const sentences: Record<AdministratorChange, string> = {
  account: 'names, addresses, clients or proxies were saved',
  password: 'a new password was set',
  permissions: 'permissions were changed',
  state: 'the account was activated or deactivated',
  second_factor: 'two-step verification was turned off',
  reset_link: 'a link to choose a new password was sent',
  record: 'a directory record was linked',
};
