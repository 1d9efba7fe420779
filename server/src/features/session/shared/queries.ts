import { sql } from 'kysely';

import type { Actor } from '../../../platform/identity/actor.ts';
import type { Db } from '../../../platform/db/client.ts';

/** A setting of the user's clients in days, the strictest of them; null if none has it. For a user `u`. */
export const strictestDays = (name: 'daysUntilInactive' | 'passwordExpirationDays') =>
  sql`make_interval(days => (select min(s.value) from client_setting s
    join user_client uc using (client_id) where uc.user_id = u.user_id and s.name = ${name}))`;

/** Whether the user `u` has not signed in for longer than a client allows (lock reason 3). */
export const isUnusedTooLong = sql<boolean>`coalesce(greatest(coalesce(u.last_sign_in_at, u.created_at), u.activated_at)
  < now() - ${strictestDays('daysUntilInactive')}, false)`;

/** The user of a typed name, whatever its case and the blanks around it. */
export function findUserByUsername(db: Db, username: string) {
  return db
    .selectFrom('user_account')
    .select(['user_id', 'password_hash', 'is_active'])
    .where(sql<string>`lower(username)`, '=', username.trim().toLowerCase())
    .executeTakeFirst();
}

/** The data of get-context: user, clients, directory record and the users they may act for. */
export async function findContext(db: Db, actor: Actor) {
  const user = await db
    .selectFrom('user_account as u')
    .innerJoin('client as c', 'c.client_id', 'u.origin_client_id')
    .innerJoin('client_organization as co', 'co.client_organization_id', 'c.client_organization_id')
    .leftJoin('healthcare_provider as p', 'p.user_id', 'u.user_id')
    .leftJoin('healthcare_organization as o', 'o.healthcare_organization_id', 'p.healthcare_organization_id')
    .select([
      'u.user_id',
      'u.username',
      'u.user_type',
      'u.first_name',
      'u.last_name',
      'u.email',
      'u.origin_client_id',
      'co.name as client_organization_name',
      'p.healthcare_provider_id',
      sql<string | null>`p.last_name || ', ' || p.first_name`.as('provider_full_name'),
      'o.name as healthcare_organization_name',
    ])
    .where('u.user_id', '=', actor.userId)
    .executeTakeFirstOrThrow();
  const clients = await db
    .selectFrom('client')
    .select(['client_id as clientId', 'display_name as displayName'])
    .where(sql<boolean>`client_id = any(${actor.clientIds}::bigint[])`)
    .orderBy('display_name')
    .execute();
  const usersToImpersonate = await db
    .selectFrom('user_proxy as x')
    .innerJoin('user_account as u', 'u.user_id', 'x.proxied_user_id')
    .select(['u.user_id as proxiedUserId', 'u.first_name as firstName', 'u.last_name as lastName'])
    .where('x.proxy_user_id', '=', actor.userId)
    .where('u.is_active', '=', true)
    .where('u.user_type', '<>', 'system_administrator')
    .orderBy('u.last_name')
    .execute();
  return { user, clients, usersToImpersonate };
}
