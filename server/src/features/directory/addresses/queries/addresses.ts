import type { ListedAddress, ProviderAddressDetail } from '@careloop/contracts/directory/addresses';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import type { Actor } from '../../../../platform/identity/actor.ts';
import { allowances } from '../../../../core/access/authorize.ts';
import { isSharedRecord, ownerOfRecord } from '../../../../core/access/providerUser.ts';
import type { Db } from '../../../../platform/db/client.ts';
import { lockRows } from '../../../../platform/db/lockRows.ts';
import { shape } from '../../../../platform/db/shape.ts';
import type { RowOf } from '../../../../platform/db/shape.ts';
import { isOrganizationOfOthers } from '../../organizations/queries.ts';
import { addressPolicy } from '../../policy.ts';
import type { AddressRules } from '../../policy.ts';
import { linkedPlaceColumns } from './linkedPlace.ts';

interface LinkTables {
  a: 'address';
  l: 'healthcare_provider_address_info';
}

/** A provider's link to a place, with the place itself. */
const linkTables = sql`healthcare_provider_address_info l join address a using (address_id)`;

/** The client that owns a provider's record. */
const ownerOf = (providerId: RawBuilder<unknown>) => sql<number | null>`(select ${ownerOfRecord('op', 'ou')}
  from healthcare_provider op left join user_account ou on ou.user_id = op.user_id
  where op.healthcare_provider_id = ${providerId})`;

const providersThere = sql<number>`(select count(distinct t.healthcare_provider_id)::int
  from healthcare_provider_address_info t where t.address_id = a.address_id and not t.is_archived)`;

function rules(actor: Actor) {
  const ownClients = sql`${[...actor.clientIds]}::bigint[]`;
  return shape<AddressRules, LinkTables>({
    ownerClientId: ownerOf(sql`l.healthcare_provider_id`),
    isSharedRecord: sql<boolean>`(select ${isSharedRecord('op')} from healthcare_provider op
      where op.healthcare_provider_id = l.healthcare_provider_id)`,
    userId: sql`(select op.user_id from healthcare_provider op
      where op.healthcare_provider_id = l.healthcare_provider_id)`,
    isPlaceOfOthers: sql`exists (select from healthcare_provider_address_info t
      join healthcare_provider tp using (healthcare_provider_id) left join user_account tu on tu.user_id = tp.user_id
      where t.address_id = a.address_id and t.healthcare_provider_id <> l.healthcare_provider_id
        and ${ownerOfRecord('tp', 'tu')} <> all(${ownClients}))
      or exists (select from healthcare_organization_address_info t
        join healthcare_organization o using (healthcare_organization_id)
        where t.address_id = a.address_id and ${isOrganizationOfOthers(actor)})`,
  });
}

const link = shape<Omit<ListedAddress, 'can'>, LinkTables>({
  healthcareProviderAddressInfoId: 'l.healthcare_provider_address_info_id',
  healthcareProviderId: 'l.healthcare_provider_id',
  ...linkedPlaceColumns,
  isShared: 'a.is_shared',
  totalProviders: providersThere,
  isArchived: 'l.is_archived',
});

function linkWithRules(actor: Actor) {
  return shape<Omit<ListedAddress, 'can'> & AddressRules, LinkTables>({ ...link.columns, ...rules(actor).columns });
}

export type LinkRow = RowOf<ReturnType<typeof linkWithRules>>;

const withAllowances = (actor: Actor, row: LinkRow): ListedAddress => ({
  ...row,
  can: allowances(actor, addressPolicy, row),
});

/** A provider's addresses: current ones first, in the order they were added. */
export async function findProviderAddresses(
  db: Db,
  actor: Actor,
  { healthcareProviderId, includeArchived }: { healthcareProviderId: number; includeArchived: boolean },
): Promise<ListedAddress[]> {
  const { rows } = await linkWithRules(actor).from`${linkTables}
    where l.healthcare_provider_id = ${healthcareProviderId} and (${includeArchived} or not l.is_archived)
    order by l.is_archived, l.healthcare_provider_address_info_id`.execute(db);
  return rows.map((row) => withAllowances(actor, row));
}

const withId = (infoId: number) => sql`${linkTables} where l.healthcare_provider_address_info_id = ${infoId}`;

/** A link with its place. */
export async function findLink(db: Db, actor: Actor, infoId: number): Promise<LinkRow | undefined> {
  const { rows } = await linkWithRules(actor).from`${withId(infoId)}`.execute(db);
  return rows[0];
}

/** The same for a change: the link is locked until the transaction ends. */
export async function lockLink(db: Db, actor: Actor, infoId: number): Promise<LinkRow | undefined> {
  const of = { l: 'healthcare_provider_address_info' } as const;
  return (await lockRows(db, linkWithRules(actor), withId(infoId), { of }))[0];
}

/** The same in the format of the address dialog, which calls the fax `faxNumber`. */
export function detailOf(actor: Actor, row: LinkRow): ProviderAddressDetail {
  const { fax, ...rest } = withAllowances(actor, row);
  return { ...rest, faxNumber: fax };
}

/**
 * The data for the address rules of a new address of a provider; undefined if there is no such provider. With `lock`, the
 * provider is locked until the transaction ends.
 */
export async function findProviderRules(
  db: Db,
  healthcareProviderId: number,
  lock = false,
): Promise<AddressRules | undefined> {
  const row = await db
    .selectFrom('healthcare_provider as p')
    .select([
      'p.user_id as userId',
      ownerOf(sql`p.healthcare_provider_id`).as('ownerClientId'),
      isSharedRecord('p').as('isSharedRecord'),
    ])
    .where('p.healthcare_provider_id', '=', healthcareProviderId)
    .$if(lock, (query) => query.forUpdate('p'))
    .executeTakeFirst();
  return row && { ...row, isPlaceOfOthers: false };
}

/** Whether the user is a provider of the directory, or may act for one. */
export async function hasOwnProvider(db: Db, actor: Actor): Promise<boolean> {
  const row = await db
    .selectFrom('healthcare_provider')
    .select('healthcare_provider_id')
    .where('user_id', 'in', actor.userIds)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** The user and time of a link's last change, for a caller with a stale version. */
export async function findLastChangeOfLink(db: Db, infoId: number) {
  const row = await db
    .selectFrom('healthcare_provider_address_info as l')
    .leftJoin('user_account as u', 'u.user_id', 'l.changed_by_user_id')
    .select([
      'l.changed_by_user_id as changedByUserId',
      sql<string | null>`u.first_name || ' ' || u.last_name`.as('changedBy'),
      'l.changed_at as changedAt',
    ])
    .where('l.healthcare_provider_address_info_id', '=', infoId)
    .executeTakeFirst();
  return row && { ...row, what: 'saved' };
}
