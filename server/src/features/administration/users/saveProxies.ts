import { userAdministrationTexts as texts } from '@careloop/contracts/administration/users';
import type { saveManagedUser } from '@careloop/contracts/administration/users';
import type { InputOf } from '@careloop/contracts/endpoint';

import type { Actor } from '../../../access/actor.ts';
import type { Db } from '../../../db/client.ts';
import { invalidInput } from '../../../errors.ts';
import { publishAccessChanged } from '../../../realtime/publish.ts';
import { endWithProxy } from '../../profile/endEnrollment.ts';
import { findUnknown } from './userQueries.ts';
import type { KnownUser } from './userQueries.ts';

type Input = InputOf<typeof saveManagedUser>;

/** Who may act for whom: the two lists of the user form. */
export async function saveProxies(db: Db, actor: Actor, userId: number, existing: KnownUser | null, input: Input) {
  const forOthers = difference(existing?.usersUserCanImpersonate, input.userIdsUserCanImpersonate);
  const byOthers = difference(existing?.usersWhoCanImpersonateUser, input.userIdsWhoCanImpersonateUser);
  await checkPeople(db, actor, userId, 'userIdsUserCanImpersonate', forOthers.added);
  await checkPeople(db, actor, userId, 'userIdsWhoCanImpersonateUser', byOthers.added);
  await checkSuperUsers(db, forOthers.added);
  if (byOthers.added.length > 0 && input.userType === 'system_administrator') {
    throw invalidInput({ userIdsWhoCanImpersonateUser: texts.superUser });
  }
  const added = [
    ...forOthers.added.map((other) => ({ proxy_user_id: userId, proxied_user_id: other })),
    ...byOthers.added.map((other) => ({ proxy_user_id: other, proxied_user_id: userId })),
  ];
  const gone = [
    ...forOthers.gone.map((other) => ({ proxy: userId, proxied: other })),
    ...byOthers.gone.map((other) => ({ proxy: other, proxied: userId })),
  ];
  for (const { proxy, proxied } of gone) {
    await db
      .deleteFrom('user_proxy')
      .where('proxy_user_id', '=', proxy)
      .where('proxied_user_id', '=', proxied)
      .execute();
  }
  if (added.length > 0) {
    const rows = added.map((row) => ({ ...row, proxy_type: 'office_user' }));
    await db
      .insertInto('user_proxy')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  // Once the new ones are there: an account that goes on to act for somebody else is not withdrawn.
  for (const { proxy, proxied } of gone) {
    await endWithProxy(db, actor, { proxiedUserId: proxied, proxyUserId: proxy });
  }
  for (const other of [...byOthers.added, ...byOthers.gone]) await publishAccessChanged(db, other);
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

async function checkSuperUsers(db: Db, added: readonly number[]): Promise<void> {
  if (added.length === 0) return;
  const found = await db
    .selectFrom('user_account')
    .select('user_id')
    .where('user_id', 'in', added)
    .where('user_type', '=', 'system_administrator')
    .executeTakeFirst();
  if (found !== undefined) throw invalidInput({ userIdsUserCanImpersonate: texts.superUser });
}
