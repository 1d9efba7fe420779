import type {
  FoundOrganization,
  ListedOrganization,
  Organization,
  OrganizationAddress,
  OrganizationProvider,
} from '@careloop/contracts/directory/organizations';
import { organizationLimits } from '@careloop/contracts/directory/organizations';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import type { Actor } from '../../../platform/identity/actor.ts';
import { allowances } from '../../../core/access/authorize.ts';
import { ownerOfRecord } from '../../../core/access/providerUser.ts';
import { pageOf, readCursor } from '../../../platform/db/cursor.ts';
import type { Db } from '../../../platform/db/client.ts';
import { shape } from '../../../platform/db/shape.ts';
import { linkedPlaceColumns } from '../addresses/queries/linkedPlace.ts';
import { organizationPolicy } from '../policy.ts';
import type { OrganizationRules } from '../policy.ts';
import { highestCharacter } from '../../../platform/db/startsWith.ts';

interface FoundTables {
  o: 'healthcare_organization';
  a?: 'address';
}

/** Sorts the main address first: the one from the organization's import record, or else the oldest. */
const mainFirst = (link: string) =>
  sql`${sql.ref(`${link}.source_key`)} is null, ${sql.ref(`${link}.healthcare_organization_address_info_id`)}`;

/** An organization with its main address. */
const foundTables = sql`healthcare_organization o left join lateral (
    select oa.* from healthcare_organization_address_info ol join address oa using (address_id)
    where ol.healthcare_organization_id = o.healthcare_organization_id and not ol.is_archived
    order by ${mainFirst('ol')} limit 1) as a on true`;

const found = shape<FoundOrganization, FoundTables>({
  healthcareOrganizationId: 'o.healthcare_organization_id',
  name: 'o.name',
  npiNumber: 'o.npi_number',
  city: 'a.city',
  state: 'a.state',
  zipcode: 'a.zipcode',
});

const providersOf = sql<number>`(select count(*)::int from healthcare_provider pr
  where pr.healthcare_organization_id = o.healthcare_organization_id)`;

const listed = shape<ListedOrganization & { key: string }, FoundTables>({
  ...found.columns,
  totalProviders: providersOf,
  key: sql`search_key(o.name)`,
});

/** Whether a name starts with the search term, as a range condition that can use the index of names. */
const begins = (typed: string) => sql<boolean>`search_key(o.name) ~>=~ search_key(${typed})
  and search_key(o.name) ~<~ (search_key(${typed}) || ${highestCharacter})`;

/** Finds the organization with this NPI, then those whose name starts with the search term. */
export async function searchOrganizations(db: Db, { name, npiNumber }: { name: string; npiNumber: string }) {
  const { rows } = await found.from`${foundTables} where o.npi_number = ${npiNumber} or (${begins(name)})
    order by o.npi_number is distinct from ${npiNumber}, search_key(o.name), o.healthcare_organization_id
    limit ${organizationLimits.found + 1}`.execute(db);
  return {
    healthcareOrganizations: rows.slice(0, organizationLimits.found),
    hasMore: rows.length > organizationLimits.found,
  };
}

/** One page of organizations, by name. */
export async function listOrganizations(
  db: Db,
  { searchTerm, cursor }: { searchTerm: string; cursor?: string | undefined },
) {
  const after = readCursor(cursor);
  const conditions: RawBuilder<boolean>[] = [sql<boolean>`true`];
  if (/^\d{10}$/.test(searchTerm)) conditions.push(sql<boolean>`o.npi_number = ${searchTerm}`);
  else if (searchTerm !== '') conditions.push(begins(searchTerm));
  if (after !== null) {
    conditions.push(sql<boolean>`(search_key(o.name) ~>~ ${after.key}
      or (search_key(o.name) = ${after.key} and o.healthcare_organization_id > ${after.id}))`);
  }
  const { rows } = await listed.from`${foundTables} where ${sql.join(conditions, sql` and `)}
    order by search_key(o.name) using ~<~, o.healthcare_organization_id limit ${organizationLimits.found + 1}`.execute(
    db,
  );
  return pageOf(rows, organizationLimits.found, ({ key, healthcareOrganizationId: id }) => ({ key, id }));
}

interface AddressTables {
  a: 'address';
  l: 'healthcare_organization_address_info';
}

const address = shape<OrganizationAddress, AddressTables>({
  healthcareOrganizationAddressInfoId: 'l.healthcare_organization_address_info_id',
  ...linkedPlaceColumns,
});

/** Whether the organization `o` has providers who all belong to other clients. */
export function isOrganizationOfOthers(actor: Actor): RawBuilder<boolean> {
  const owner = ownerOfRecord('pr', 'u');
  const providers = sql`healthcare_provider pr left join user_account u on u.user_id = pr.user_id
    where pr.healthcare_organization_id = o.healthcare_organization_id`;
  return sql<boolean>`(exists (select from ${providers}) and not exists (select from ${providers}
    and (${owner} is null or ${owner} = any(${[...actor.clientIds]}::bigint[]))))`;
}

export type OrganizationRow = Omit<Organization, 'can'> & OrganizationRules;

/** Columns that are saved as they are shown. */
export const organizationColumns = {
  name: 'o.name',
  npiNumber: 'o.npi_number',
  phone: 'o.phone',
  website: 'o.website',
} as const;

function organizationRow(actor: Actor) {
  return shape<OrganizationRow, { o: 'healthcare_organization' }>({
    healthcareOrganizationId: 'o.healthcare_organization_id',
    ...organizationColumns,
    addresses: address.jsonArray({
      from: sql`healthcare_organization_address_info l join address a using (address_id)
        where l.healthcare_organization_id = o.healthcare_organization_id and not l.is_archived`,
      orderBy: mainFirst('l'),
    }),
    totalProviders: providersOf,
    version: 'o.version',
    isOfOthers: isOrganizationOfOthers(actor),
  });
}

/** One organization. */
export async function findOrganization(
  db: Db,
  actor: Actor,
  organizationId: number,
): Promise<OrganizationRow | undefined> {
  const { rows } = await organizationRow(actor).from`healthcare_organization o
    where o.healthcare_organization_id = ${organizationId}`.execute(db);
  return rows[0];
}

/**
 * Loads an organization and locks it until the transaction ends. The row is locked by an earlier statement, because the locking
 * statement itself would see the addresses as they were before the wait.
 */
export async function lockOrganization(
  db: Db,
  actor: Actor,
  organizationId: number,
): Promise<OrganizationRow | undefined> {
  await sql`select from healthcare_organization where healthcare_organization_id = ${organizationId} for update`.execute(
    db,
  );
  return findOrganization(db, actor, organizationId);
}

export const organizationOf = (actor: Actor, row: OrganizationRow): Organization => ({
  ...row,
  can: allowances(actor, organizationPolicy, row),
});

const provider = shape<OrganizationProvider, { pr: 'healthcare_provider'; s?: 'healthcare_provider_specialty' }>({
  healthcareProviderId: 'pr.healthcare_provider_id',
  fullName: sql`pr.last_name || ', ' || pr.first_name`,
  degree: 'pr.degree',
  specialty: 's.name',
  npiNumber: 'pr.npi_number',
  officePhone: 'pr.office_phone',
});

/** One page of an organization's providers, by name. */
export async function findProvidersOf(db: Db, organizationId: number, page: number) {
  const size = organizationLimits.providers;
  const { rows } = await provider.from`healthcare_provider pr
    left join healthcare_provider_specialty s using (healthcare_provider_specialty_id)
    where pr.healthcare_organization_id = ${organizationId}
    order by pr.last_first, pr.healthcare_provider_id limit ${size + 1} offset ${(page - 1) * size}`.execute(db);
  return { items: rows.slice(0, size), hasMore: rows.length > size };
}

/** The user and time of an organization's last change, for a caller with a stale version. */
export async function findLastChangeOfOrganization(db: Db, organizationId: number) {
  const row = await db
    .selectFrom('healthcare_organization as o')
    .leftJoin('user_account as u', 'u.user_id', 'o.changed_by_user_id')
    .select([
      'o.changed_by_user_id as changedByUserId',
      sql<string | null>`u.first_name || ' ' || u.last_name`.as('changedBy'),
      'o.changed_at as changedAt',
    ])
    .where('o.healthcare_organization_id', '=', organizationId)
    .executeTakeFirst();
  return row && { ...row, what: 'saved' };
}
