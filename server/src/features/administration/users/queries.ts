import type { Permission } from '@careloop/contracts/access';
import { userPageSize } from '@careloop/contracts/administration/users';
import type {
  ActingPerson,
  listManagedUsers,
  ManagedUser,
  ManagedUserRow,
} from '@careloop/contracts/administration/users';
import { enrollmentStatus } from '@careloop/contracts/codes/profile';
import type { EnrollmentStatus } from '@careloop/contracts/codes/profile';
import type { InputOf } from '@careloop/contracts/endpoint';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import type { Actor } from '../../../platform/identity/actor.ts';
import { allowances } from '../../../core/access/authorize.ts';
import type { Db } from '../../../platform/db/client.ts';
import { isoTimestamp } from '../../../platform/db/isoTimestamp.ts';
import { iso, shape } from '../../../platform/db/shape.ts';
import { startsWith } from '../../../platform/db/startsWith.ts';
import { isUnusedTooLong } from '../../session/shared/queries.ts';
import { userPolicy } from '../policy.ts';
import type { UserRow } from '../policy.ts';

/** Whether the administrator manages a user `u`, who belongs to one of their own clients. */
const isManagedBy = ({ clientIds }: Actor) => sql<boolean>`(u.origin_client_id = any(${clientIds}::bigint[])
  or exists (select from user_client mc where mc.user_id = u.user_id and mc.client_id = any(${clientIds}::bigint[])))`;

const state = sql<ManagedUserRow['state']>`case when u.is_stub then 'cannotSignIn'
  when not u.is_active then 'inactive' when ${isUnusedTooLong} then 'locked' else 'active' end`;

const fullName = sql<string>`u.last_name || ', ' || u.first_name`;

const userTypeName = sql<string>`(select t.name from user_type t where t.user_type_id = u.user_type_id)`;

const listed = shape<ManagedUserRow, { u: 'user_account' }>({
  userId: 'u.user_id',
  fullName,
  username: 'u.username',
  userTypeId: 'u.user_type_id',
  userTypeName,
  email: 'u.email',
  clients: sql`array(select c.display_name from user_client uc join client c using (client_id)
    where uc.user_id = u.user_id order by c.display_name)`,
  state,
  lastSignInAt: iso('u.last_sign_in_at'),
});

/** One page of the users the administrator manages, by name. */
export async function listUsers(db: Db, actor: Actor, input: InputOf<typeof listManagedUsers>) {
  const { searchTerm, userTypeId, state: wanted, page } = input;
  const enrollment = enrollmentStatus.nameOf(input.enrollmentStatus);
  const conditions = [
    isManagedBy(actor),
    ...searchTerm.split(/[\s,]+/u).flatMap((word) => (word === '' ? [] : [isNamed(word)])),
    ...(userTypeId === undefined ? [] : [sql`u.user_type_id = ${userTypeId}`]),
    ...(wanted === undefined ? [] : [sql`${state} = ${wanted}`]),
    ...(enrollment === undefined ? [] : [isInEnrollment(enrollment)]),
  ];
  const from = sql`user_account u where ${sql.join(conditions, sql` and `)}`;
  const [counted, found] = await Promise.all([
    sql<{ total: number }>`select count(*)::int as total from ${from}`.execute(db),
    listed.from`${from} order by u.last_name, u.first_name, u.user_id
      limit ${userPageSize} offset ${(page - 1) * userPageSize}`.execute(db),
  ]);
  const totalItemCount = counted.rows[0]?.total ?? 0;
  return { items: found.rows, totalItemCount, hasMore: page * userPageSize < totalItemCount };
}

const isInEnrollment = (status: EnrollmentStatus) =>
  sql<boolean>`coalesce((select e.status from user_enrollment e where e.user_id = u.user_id), 'enrolled') = ${status}`;

/** Whether the word starts one of the user's names, the username or the email address. */
function isNamed(word: string): RawBuilder<boolean> {
  return sql<boolean>`(exists (select from user_name_word n where n.user_id = u.user_id and ${startsWith(sql`n.word`, word)})
    or starts_with(lower(u.username), ${word.toLowerCase()}) or starts_with(lower(u.email), ${word.toLowerCase()}))`;
}

/** A user with clients and proxies. */
export type KnownUser = Omit<ManagedUser, 'can'> &
  Pick<UserRow, 'originClientId' | 'permissions' | 'controlledClientIds' | 'controlledPermissions'> & {
    /** Of the user's type; null if it is built in. */
    usualPermissions: Permission[] | null;
  };

const acting = shape<ActingPerson, { u: 'user_account' }>({ userId: 'u.user_id', fullName });

const allocation = shape<ManagedUser['clients'][number], { uc: 'user_client'; c: 'client' }>({
  clientId: 'c.client_id',
  displayName: 'c.display_name',
  isCoordinator: 'uc.is_coordinator',
});

/** Columns that are saved as they are shown. */
export const accountColumns = {
  username: 'u.username',
  firstName: 'u.first_name',
  middleName: 'u.middle_name',
  lastName: 'u.last_name',
  userTypeId: 'u.user_type_id',
  email: 'u.email',
  directEmail: 'u.direct_email',
  officePhone: 'u.office_phone',
  cellPhone: 'u.cell_phone',
  homePhone: 'u.home_phone',
  fax: 'u.fax',
} as const;

/** The user `u` and everybody they may act for, also those who cannot sign in at the moment. */
const controlled = sql`select u.user_id union all select x.proxied_user_id from user_proxy x where x.proxy_user_id = u.user_id`;

const detail = shape<KnownUser, { u: 'user_account' }>({
  userId: 'u.user_id',
  ...accountColumns,
  userTypeName,
  userType: 'u.user_type',
  usualPermissions: sql`(select t.permissions from user_type t where t.user_type_id = u.user_type_id)`,
  failedEmailAt: sql`(select case when latest.status = 'failed' then ${isoTimestamp('latest.created_at')} end from (
      select d.status, d.created_at from delivery d where d.recipient_user_id = u.user_id and d.channel = 'email'
        and d.recipient_address = u.email and d.status in ('delivered', 'failed') order by d.delivery_id desc limit 1) latest)`,
  state,
  isProvider: sql`exists (select from healthcare_provider h where h.user_id = u.user_id)`,
  hasPassword: sql`u.password_hash is not null`,
  hasSecondFactor: sql`exists (select from second_factor f where f.user_id = u.user_id and f.enabled_at is not null)`,
  forcePasswordReset: 'u.must_change_password',
  createdAt: iso('u.created_at'),
  lastSignInAt: iso('u.last_sign_in_at'),
  clients: allocation.jsonArray({
    from: sql`user_client uc join client c using (client_id) where uc.user_id = u.user_id`,
    orderBy: sql`c.display_name`,
  }),
  usersUserCanImpersonate: people('proxied_user_id', 'proxy_user_id'),
  usersWhoCanImpersonateUser: people('proxy_user_id', 'proxied_user_id'),
  version: 'u.version',
  originClientId: 'u.origin_client_id',
  permissions: sql`array(select p.permission from user_permission p where p.user_id = u.user_id)`,
  controlledClientIds: sql`array(select distinct c.client_id from user_client c where c.user_id in (${controlled}))`,
  controlledPermissions: sql`array(select distinct p.permission from user_permission p where p.user_id in (${controlled}))`,
});

/** The proxies of the outer user: people in one column where the user is in the other. */
function people(column: string, own: string): RawBuilder<ActingPerson[]> {
  return sql<ActingPerson[]>`(select ${acting.jsonArray({
    from: sql`user_proxy x join user_account u on u.user_id = x.${sql.ref(column)} where x.${sql.ref(own)} = o.user_id`,
    orderBy: sql`u.last_name, u.first_name, u.user_id`,
  })} from (select u.user_id) as o)`;
}

/** A user the administrator manages. */
export async function findUser(db: Db, actor: Actor, userId: number): Promise<KnownUser | undefined> {
  const { rows } = await detail.from`user_account u where u.user_id = ${userId} and ${isManagedBy(actor)}`.execute(db);
  return rows[0];
}

/** Users by id, including those the administrator does not manage. */
export async function findUsers(db: Db, userIds: readonly number[]): Promise<KnownUser[]> {
  return (await detail.from`user_account u where u.user_id = any(${userIds}::bigint[])`.execute(db)).rows;
}

/**
 * Like `findUser`, but locks the row first, so that the latest saved values are read.
 * @param others whose rows change with it, locked in one order
 */
export async function lockUser(
  db: Db,
  actor: Actor,
  userId: number,
  others: readonly number[] = [],
): Promise<KnownUser | undefined> {
  await sql`select from user_account where user_id = any(${[userId, ...others]}::bigint[])
    order by user_id for no key update`.execute(db);
  return findUser(db, actor, userId);
}

/** The user as returned to the administrator. */
export function managedUserOf(actor: Actor, row: KnownUser): ManagedUser {
  const {
    usualPermissions: _usual,
    originClientId: _origin,
    permissions: _permissions,
    controlledClientIds: _clientIds,
    controlledPermissions: _controlled,
    ...user
  } = row;
  return { ...user, can: allowances(actor, userPolicy, row) };
}

/** Those of these users who are not colleagues of the administrator, or cannot act for anyone. */
export async function findUnknown(db: Db, actor: Actor, userIds: readonly number[]): Promise<number[]> {
  if (userIds.length === 0) return [];
  const { rows } = await sql<{ user_id: number }>`select u.user_id from user_account u
    where u.user_id = any(${userIds}::bigint[]) and not u.is_stub and ${isManagedBy(actor)}`.execute(db);
  const known = new Set(rows.map((row) => row.user_id));
  return userIds.filter((userId) => !known.has(userId));
}
