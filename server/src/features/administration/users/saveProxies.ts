import { userAdministrationTexts as texts } from '@careloop/contracts/administration/users';
import type { saveManagedUser } from '@careloop/contracts/administration/users';
import type { InputOf } from '@careloop/contracts/endpoint';

import { sql } from 'kysely';

import type { Actor } from '../../../platform/identity/actor.ts';
import { authorize } from '../../../core/access/authorize.ts';
import type { Authorized } from '../../../core/access/authorize.ts';
import type { Db } from '../../../platform/db/client.ts';
import { invalidInput } from '../../../platform/errors.ts';
import { endWithProxy } from '../../profile/shared/endEnrollment.ts';
import { raiseVersions, recordProxyAdded, recordProxyChange } from '../../profile/shared/recordProxyChange.ts';
import { changingProxies } from '../policy.ts';
import type { ProxyToChange } from '../policy.ts';
import { findUnknown, findUsers } from './queries.ts';
import type { KnownUser } from './queries.ts';

type Input = InputOf<typeof saveManagedUser>;

/**
 * Saves both lists of the user form: whom the user may act for, and who may act for the user.
 * @throws AppError `invalid_input` for a proxy whom the administrator may not add or remove
 */
export async function saveProxies(db: Db, actor: Actor, userId: number, existing: KnownUser | null, input: Input) {
  const forOthers = difference(existing?.usersUserCanImpersonate, input.userIdsUserCanImpersonate);
  const byOthers = difference(existing?.usersWhoCanImpersonateUser, input.userIdsWhoCanImpersonateUser);
  await checkPeople(db, actor, userId, 'userIdsUserCanImpersonate', forOthers.added);
  await checkPeople(db, actor, userId, 'userIdsWhoCanImpersonateUser', byOthers.added);
  if ([forOthers, byOthers].every(({ added, gone }) => added.length === 0 && gone.length === 0)) return;
  const ownAccounts = await findOwnAccounts(db, actor);
  const proxiedIds = [userId, ...forOthers.added, ...forOthers.gone];
  const proxied = new Map((await findUsers(db, proxiedIds)).map((user) => [user.userId, user]));
  const isSuperUser = (id: number) => proxied.get(id)?.userType === 'system_administrator';
  if (forOthers.added.some(isSuperUser)) throw invalidInput({ userIdsUserCanImpersonate: texts.superUser });
  if (byOthers.added.length > 0 && isSuperUser(userId)) {
    throw invalidInput({ userIdsWhoCanImpersonateUser: texts.superUser });
  }
  const authorizePair = (field: keyof Input, proxyUserId: number, proxiedUserId: number): Pair => {
    const user = proxied.get(proxiedUserId);
    if (user === undefined) throw invalidInput({ [field]: texts.unknownUser });
    const refusal = (sentence: string) =>
      invalidInput({ [field]: texts.proxiesOf(`${user.firstName} ${user.lastName}`, sentence) });
    return authorize(
      actor,
      changingProxies,
      'change',
      { isOwn: ownAccounts.has(proxyUserId), proxyUserId, proxiedUserId, proxied: user },
      refusal,
    );
  };
  const forOther = (other: number) => authorizePair('userIdsUserCanImpersonate', userId, other);
  const byOther = (other: number) => authorizePair('userIdsWhoCanImpersonateUser', other, userId);
  const added = [...forOthers.added.map(forOther), ...byOthers.added.map(byOther)];
  const gone = [...forOthers.gone.map(forOther), ...byOthers.gone.map(byOther)];
  for (const pair of gone) await remove(db, actor, pair);
  for (const pair of added) await add(db, actor, pair);
  const others = [...added, ...gone].map((pair) =>
    pair.proxyUserId === userId ? pair.proxiedUserId : pair.proxyUserId,
  );
  await raiseVersions(db, actor, others);
  // After the new ones are added: an account that still acts for another person is not withdrawn.
  for (const pair of gone) await endWithProxy(db, actor, pair);
}

/** The administrator's account, and others with the same email address, which are probably theirs, too. */
async function findOwnAccounts(db: Db, { userId }: Actor): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ id: number }>`select other.user_id as id from user_account own
    join user_account other on lower(other.email) = lower(own.email) where own.user_id = ${userId}`.execute(db);
  return new Set([userId, ...rows.map(({ id }) => id)]);
}

type Pair = Authorized<ProxyToChange, 'change'>;

async function remove(db: Db, actor: Actor, pair: Pair): Promise<void> {
  const removed = await db
    .deleteFrom('user_proxy')
    .where('proxy_user_id', '=', pair.proxyUserId)
    .where('proxied_user_id', '=', pair.proxiedUserId)
    .returning('proxy_user_id')
    .executeTakeFirst();
  if (removed !== undefined) await recordProxyChange(db, actor, 'proxy.removed', pair);
}

async function add(db: Db, actor: Actor, pair: Pair): Promise<void> {
  const type = 'office_user';
  const added = await db
    .insertInto('user_proxy')
    .values({ proxy_user_id: pair.proxyUserId, proxied_user_id: pair.proxiedUserId, proxy_type: type })
    .onConflict((conflict) => conflict.doNothing())
    .returning('proxy_user_id')
    .executeTakeFirst();
  if (added !== undefined) await recordProxyAdded(db, actor, pair, type);
}

function difference(before: readonly { userId: number }[] = [], wanted: readonly number[]) {
  const known = before.map((one) => one.userId);
  return {
    added: [...new Set(wanted)].filter((id) => !known.includes(id)),
    gone: known.filter((id) => !wanted.includes(id)),
  };
}

async function checkPeople(db: Db, actor: Actor, userId: number, field: string, added: readonly number[]) {
  if (added.includes(userId)) throw invalidInput({ [field]: texts.actsForSelf });
  if ((await findUnknown(db, actor, added)).length > 0) throw invalidInput({ [field]: texts.unknownUser });
}
