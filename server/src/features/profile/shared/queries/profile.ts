import type { UserType } from '@careloop/contracts/codes';
import { proxyType, enrollmentStatus } from '@careloop/contracts/codes/profile';
import type { EnrollmentStatus, ProxyType } from '@careloop/contracts/codes/profile';
import { defaultTimeZone } from '@careloop/contracts/codes/timeZones';
import type { AccountData, ProviderData, UserProfile } from '@careloop/contracts/profile';
import { profileTexts } from '@careloop/contracts/profile/texts';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import type { Actor } from '../../../../platform/identity/actor.ts';
import { allowances } from '../../../../core/access/authorize.ts';
import { userName } from '../../../../platform/identity/userName.ts';
import type { Db } from '../../../../platform/db/client.ts';
import { iso, shape } from '../../../../platform/db/shape.ts';
import { AppError } from '../../../../platform/errors.ts';
import { providerPolicy } from '../../../directory/shared/providerPolicy.ts';
import { findProvider } from '../../../directory/shared/queries/providers.ts';
import { mostWrongCodes } from '../../confirmAddress.ts';
import { enrollmentPolicy, profilePolicy, proxyPolicy } from '../../policy.ts';
import type { ProfileRow } from '../../policy.ts';

/**
 * The profile a call is about: the caller's own, or that of a person they may act for.
 * @throws AppError `no_access` for any other user
 */
export async function findProfileRow(db: Db, actor: Actor, userId: number): Promise<ProfileRow> {
  return requireRow(await profileRowQuery(db, actor, userId).executeTakeFirst());
}

/** The same, locked until the transaction ends. */
export async function lockProfile(db: Db, actor: Actor, userId: number): Promise<ProfileRow> {
  return requireRow(await profileRowQuery(db, actor, userId).forNoKeyUpdate('u').executeTakeFirst());
}

function profileRowQuery(db: Db, actor: Actor, userId: number) {
  return db
    .selectFrom('user_account as u')
    .leftJoin('user_proxy as x', (join) =>
      join.onRef('x.proxied_user_id', '=', 'u.user_id').on('x.proxy_user_id', '=', actor.userId),
    )
    .select(['u.user_id', 'u.user_type', 'u.version', 'x.proxy_type'])
    .where('u.user_id', '=', userId)
    .where('u.user_id', 'in', [...actor.userIds]);
}

type FoundRow = Awaited<ReturnType<ReturnType<typeof profileRowQuery>['executeTakeFirst']>>;

function requireRow(row: FoundRow): ProfileRow {
  if (row === undefined)
    throw new AppError('no_access', {
      message: profileTexts.notFound,
      validationErrors: { '': profileTexts.notFound },
    });
  return {
    userId: row.user_id,
    userType: row.user_type as UserType,
    version: row.version,
    callerType: row.proxy_type as ProxyType | null,
  };
}

type Common = Omit<UserProfile['commonData'], 'isSelf' | 'clients'> & {
  overview: UserProfile['overviewData'];
  healthcareProviderId: number | null;
  clients: string[];
};

const common = shape<Common, { u: 'user_account'; pr: 'healthcare_provider' }>({
  userId: 'u.user_id',
  username: 'u.username',
  firstName: 'u.first_name',
  lastName: 'u.last_name',
  userType: sql`u.user_type`,
  isProvider: sql`u.user_type = 'provider' or pr.healthcare_provider_id is not null`,
  version: 'u.version',
  healthcareProviderId: sql`pr.healthcare_provider_id`,
  clients: sql`array(select c.display_name from user_client uc join client c using (client_id)
    where uc.user_id = u.user_id order by c.display_name)`,
  overview: shape<UserProfile['overviewData'], { u: 'user_account' }>({
    createdBy: userName('u.created_by_user_id'),
    dateCreated: iso('u.created_at'),
    lastLogin: iso('u.last_sign_in_at'),
    isAccountLocked: sql`not u.is_active`,
  }).json,
});

/** The data shown above every tab. */
export async function findCommon(db: Db, userId: number): Promise<Common> {
  const { rows } = await common.from`user_account u left join healthcare_provider pr on pr.user_id = u.user_id
    where u.user_id = ${userId}`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error(`There is no user ${userId}`);
  return row;
}

/** The provider's record, in the format of the profile. */
export async function findProviderData(db: Db, actor: Actor, healthcareProviderId: number): Promise<ProviderData> {
  const found = await findProvider(db, actor, healthcareProviderId);
  const mayEdit = allowances(actor, providerPolicy, found).edit === true;
  return {
    healthcareProviderId,
    version: found.version,
    acceptsNewPatients: found.acceptsNewPatients,
    addresses: found.addresses.map(({ healthcareProviderAddressInfoId, addressLabel, ...address }) => ({
      healthcareProviderAddressInfoId,
      address: { ...address, label: addressLabel },
    })),
    deaNumber: mayEdit ? found.deaNumber : null,
    degree: found.degree,
    gender: found.gender,
    healthcareProviderSpecialtyId: found.healthcareProviderSpecialtyId,
    healthcareProviderSpecialtyName: found.specialty,
    licenseNumber: found.licenseNumber,
    npiNumber: found.npiNumber,
  };
}

type Plain = Omit<
  AccountData,
  'officeAdministrators' | 'officeUsers' | 'usersToImpersonate' | 'isAdministrator' | 'canAssignAdministrators' | 'can'
>;

const address = shape<NonNullable<AccountData['unconfirmedEmail']>, { k: 'address_confirmation' }>({
  address: 'k.address',
  expiresAt: iso('k.expires_at'),
  isCodeEnded: sql<boolean>`k.wrong_codes >= ${sql.lit(mostWrongCodes)}`,
});

const unconfirmed = (kind: 'email' | 'direct') =>
  sql<AccountData['unconfirmedEmail']>`(select ${address.json} from address_confirmation k
    where k.user_id = u.user_id and k.kind = ${sql.lit(kind)} and k.expires_at > now())`;

/** Code of the time zone set for the client of a user `u`. */
export const clientTimeZone = sql<number>`coalesce((select min(s.value) from client_setting s
  where s.client_id = u.origin_client_id and s.name = 'timeZone'), ${sql.lit(defaultTimeZone)})::int`;

/** Columns that are saved as they are shown. */
export const accountColumns = {
  firstName: 'u.first_name',
  middleName: 'u.middle_name',
  lastName: 'u.last_name',
  officePhone: 'u.office_phone',
  cellPhone: 'u.cell_phone',
  homePhone: 'u.home_phone',
  fax: 'u.fax',
} as const;

const account = shape<Plain, { u: 'user_account' }>({
  ...accountColumns,
  email: 'u.email',
  directEmail: 'u.direct_email',
  timeZone: sql`u.time_zone::int`,
  clientTimeZone,
  unconfirmedEmail: unconfirmed('email'),
  unconfirmedDirectEmail: unconfirmed('direct'),
});

interface FoundProxy {
  userId: number;
  firstName: string;
  lastName: string;
  email: string | null;
  userType: UserType;
  addedAt: string;
  type: ProxyType;
  status: EnrollmentStatus;
  supervisorId: number | null;
  denialReason: string | null;
}

const person = shape<FoundProxy, { o: 'user_account'; x: 'user_proxy'; e?: 'user_enrollment' }>({
  userId: 'o.user_id',
  firstName: 'o.first_name',
  lastName: 'o.last_name',
  email: 'o.email',
  userType: sql`o.user_type`,
  addedAt: iso('x.created_at'),
  type: sql`x.proxy_type`,
  status: sql`coalesce(e.status, 'enrolled')`,
  supervisorId: 'e.proxied_user_id',
  denialReason: 'e.denial_reason',
});

async function findPeople(db: Db, condition: RawBuilder<unknown>): Promise<FoundProxy[]> {
  const { rows } = await person.from`${condition} left join user_enrollment e on e.user_id = o.user_id
    where (o.is_active or coalesce(e.status, 'enrolled') <> 'enrolled')
      and o.user_type <> 'system_administrator' order by o.last_name, o.first_name, o.user_id`.execute(db);
  return rows;
}

/** The Account tab. */
export async function findAccount(db: Db, actor: Actor, row: ProfileRow): Promise<AccountData> {
  const { userId } = row;
  const [plain, proxies, proxied] = await Promise.all([
    account.from`user_account u where u.user_id = ${userId}`.execute(db).then(({ rows }) => rows[0]),
    findPeople(
      db,
      sql`user_proxy x join user_account o on o.user_id = x.proxy_user_id and x.proxied_user_id = ${userId}`,
    ),
    findPeople(
      db,
      sql`user_proxy x join user_account o on o.user_id = x.proxied_user_id and x.proxy_user_id = ${userId}`,
    ),
  ]);
  if (plain === undefined) throw new Error(`There is no user ${userId}`);
  const can = allowances(actor, profilePolicy, row);
  const withRights = ({ type, status, supervisorId, ...one }: FoundProxy) => ({
    ...one,
    enrollmentStatus: enrollmentStatus.table[status],
    can: {
      ...allowances(actor, proxyPolicy, { profile: row, proxyUserId: one.userId, type }),
      ...allowances(actor, enrollmentPolicy, {
        profile: row,
        proxyUserId: one.userId,
        status,
        isSupervised: supervisorId === userId,
      }),
    },
  });
  const ofType = (type: ProxyType) => proxies.filter((one) => one.type === type).map(withRights);
  return {
    ...plain,
    officeAdministrators: ofType('administrator'),
    officeUsers: ofType('office_user'),
    usersToImpersonate: proxied.map(
      ({ type, status: _status, supervisorId: _supervisor, denialReason: _reason, ...one }) => ({
        ...one,
        type: proxyType.table[type],
        // On the other side's profile: a proxy may stop acting for a user.
        can: { remove: actor.userId === userId || profileOfOther },
      }),
    ),
    isAdministrator: can.manageProxies === true,
    canAssignAdministrators: can.assignAdministrators === true,
    can: { addProxy: can.manageProxies },
  };
}

const profileOfOther = 'Open the profile of that user to change this.';

/** The user and time of a profile's last change, for a caller with a stale version. */
export function findLastChange(db: Db, userId: number) {
  return db
    .selectFrom('user_account as u')
    .innerJoin('user_account as o', 'o.user_id', 'u.updated_by_user_id')
    .select([
      'u.updated_by_user_id as changedByUserId',
      sql<string>`o.first_name || ' ' || o.last_name`.as('changedBy'),
      'u.updated_at as changedAt',
      sql<string>`'edited'`.as('what'),
    ])
    .where('u.user_id', '=', userId)
    .executeTakeFirst();
}
