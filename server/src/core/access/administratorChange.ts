import { sql } from 'kysely';
import { z } from 'zod';

import type { Db } from '../../platform/db/client.ts';
import { defineJob } from '../../platform/jobs/defineJob.ts';
import { enqueue } from '../../platform/jobs/enqueue.ts';

// The other administrators of its clients get an email when an administrator's account is changed (docs/domain/administration.md).

const administratorChanges = [
  'account',
  'password',
  'permissions',
  'state',
  'second_factor',
  'second_factor_on',
  'second_factor_moved',
  'recovery_codes',
  'identity',
  'email',
  'proxies',
  'reset_link',
  'record',
] as const;
export type AdministratorChange = (typeof administratorChanges)[number];

/** Mails the other administrators of an administrator's clients that somebody changed the account. */
export const mailAdministratorChange = defineJob({
  name: 'send-administrator-change',
  payload: z.object({
    userId: z.number().int(),
    /** The user themselves for a change in their own profile; null at the command line. */
    changedByUserId: z.number().int().nullable(),
    change: z.enum(administratorChanges),
    at: z.iso.datetime(),
  }),
});

interface Changed {
  userId: number;
  changedByUserId: number | null;
}

/** Tells the other administrators about a user who is known to be an administrator, or has just become one. */
export async function notifyAdministrators(
  db: Db,
  { userId: changedByUserId }: { userId: number },
  { userId, permissions }: { userId: number; permissions: readonly string[] },
  change: AdministratorChange,
): Promise<void> {
  if (permissions.includes('ManageUsers')) await tell(db, { userId, changedByUserId }, change);
}

/** Tells the other administrators about a user, if the user is an administrator. */
export async function notifyIfAdministrator(db: Db, changed: Changed, change: AdministratorChange): Promise<void> {
  const { rows } = await sql`select from user_permission
    where user_id = ${changed.userId} and permission = 'ManageUsers'`.execute(db);
  if (rows.length > 0) await tell(db, changed, change);
}

async function tell(db: Db, changed: Changed, change: AdministratorChange): Promise<void> {
  await enqueue(db, mailAdministratorChange, { ...changed, change, at: new Date().toISOString() });
}
