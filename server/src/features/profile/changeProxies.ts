import { proxyType } from '@careloop/contracts/codes/profile';
import type { ProxyType } from '@careloop/contracts/codes/profile';
import type { addProxyUser, validateAddProxyUser } from '@careloop/contracts/profile/proxies';
import { proxyTexts } from '@careloop/contracts/profile/texts';
import type { InputOf, OutputOf } from '@careloop/contracts/endpoint';
import { sql } from 'kysely';

import type { Actor } from '../../platform/identity/actor.ts';
import type { Authorized } from '../../core/access/authorize.ts';
import type { Db } from '../../platform/db/client.ts';
import { invalidInput, refused } from '../../platform/errors.ts';
import { notifyIfAdministrator } from '../../core/access/administratorChange.ts';
import type { ProfileRow, ProxyRow } from './policy.ts';
import { raiseVersions, recordProxyAdded, recordProxyChange } from './shared/recordProxyChange.ts';

type Typed = Pick<InputOf<typeof addProxyUser>, 'firstName' | 'lastName' | 'email'>;
type Validation = OutputOf<typeof validateAddProxyUser>;

/**
 * Whether a person can be added as a proxy of a user. Accounts are found by email address, among those that share a client
 * with the user; whether somebody has one at another client is not answered. One with another name, inactive, or of a system
 * administrator cannot be used, and nothing else about it is returned.
 */
export async function validate(db: Db, { userId }: ProfileRow, typed: Typed): Promise<Validation> {
  const { rows } = await sql<{
    user_id: number;
    first_name: string;
    last_name: string;
    can_be_reached: boolean;
    is_proxy: boolean;
  }>`
    select o.user_id, o.first_name, o.last_name,
      search_key(o.first_name) = search_key(${typed.firstName}) and search_key(o.last_name) = search_key(${typed.lastName})
        and o.user_type <> 'system_administrator'
        and (o.is_active or exists (select from user_enrollment e where e.user_id = o.user_id and e.status <> 'enrolled'))
        as can_be_reached,
      exists (select from user_proxy x where x.proxy_user_id = o.user_id and x.proxied_user_id = ${userId}) as is_proxy
    from user_account o where lower(o.email) = lower(${typed.email}) and not o.is_stub
      and exists (select from user_client mine join user_client theirs using (client_id)
        where mine.user_id = ${userId} and theirs.user_id = o.user_id)
    order by can_be_reached desc, o.user_id limit 1`.execute(db);
  const [found] = rows;
  if (found === undefined) return { doesExist: false, isAccessible: false, canProxyForUser: false, user: null };
  if (!found.can_be_reached) return { doesExist: true, isAccessible: false, canProxyForUser: false, user: null };
  return {
    doesExist: true,
    isAccessible: true,
    canProxyForUser: found.is_proxy,
    user: { userId: found.user_id, firstName: found.first_name, lastName: found.last_name },
  };
}

/** @throws AppError with the message for the outcome, unless the user can be added */
export function requireAddable(profile: ProfileRow, { doesExist, isAccessible, canProxyForUser, user }: Validation) {
  if (!doesExist) throw invalidInput({ email: proxyTexts.unknown });
  if (!isAccessible || user === null) throw refused(proxyTexts.denied);
  if (user.userId === profile.userId) throw refused(proxyTexts.self);
  if (canProxyForUser) throw refused(proxyTexts.already);
  return user;
}

export const typeOf = (code: number): ProxyType =>
  code === proxyType.table.administrator ? 'administrator' : 'office_user';

/** Lets a user act for another, from their next call on. */
export async function addProxy(
  db: Db,
  actor: Actor,
  profile: Authorized<ProfileRow, 'manageProxies'>,
  { proxyUserId, type }: { proxyUserId: number; type: ProxyType },
): Promise<void> {
  await db
    .insertInto('user_proxy')
    .values({ proxied_user_id: profile.userId, proxy_user_id: proxyUserId, proxy_type: type })
    .execute();
  await raiseVersions(db, actor, [profile.userId, proxyUserId]);
  await recordProxyAdded(db, actor, { proxiedUserId: profile.userId, proxyUserId }, type);
  await notifyIfAdministrator(db, { userId: profile.userId, changedByUserId: actor.userId }, 'proxies');
}

/** Removes a proxy, which immediately affects calls and the events of open pages. */
export async function removeProxy(db: Db, actor: Actor, row: Authorized<ProxyRow, 'remove'>): Promise<void> {
  await db
    .deleteFrom('user_proxy')
    .where('proxied_user_id', '=', row.profile.userId)
    .where('proxy_user_id', '=', row.proxyUserId)
    .execute();
  await raiseVersions(db, actor, [row.profile.userId, row.proxyUserId]);
  await recordProxyChange(db, actor, 'proxy.removed', pairOf(row), {});
}

export async function setType(
  db: Db,
  actor: Actor,
  row: Authorized<ProxyRow, 'setType'>,
  type: ProxyType,
): Promise<void> {
  await db
    .updateTable('user_proxy')
    .set({ proxy_type: type })
    .where('proxied_user_id', '=', row.profile.userId)
    .where('proxy_user_id', '=', row.proxyUserId)
    .execute();
  await recordProxyChange(db, actor, 'proxy.type_changed', pairOf(row), { type });
}

/** Loads and locks a proxy of a user. @throws AppError `refused` if they no longer act for the user */
export async function lockProxy(db: Db, profile: ProfileRow, proxyUserId: number): Promise<ProxyRow> {
  const row = await db
    .selectFrom('user_proxy')
    .select('proxy_type')
    .where('proxied_user_id', '=', profile.userId)
    .where('proxy_user_id', '=', proxyUserId)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) throw refused(proxyTexts.gone, 'wrong_state');
  return { profile, proxyUserId, type: row.proxy_type as ProxyType };
}

const pairOf = ({ profile, proxyUserId }: ProxyRow) => ({ proxiedUserId: profile.userId, proxyUserId });
