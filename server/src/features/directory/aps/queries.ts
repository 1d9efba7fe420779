import { enrollmentStatus } from '@careloop/contracts/codes/providers';
import { languageOfCode } from '@careloop/contracts/codes/languages';
import { noDistanceText } from '@careloop/contracts/directory';
import type { ApsProvider, ApsQuery, SortColumn } from '@careloop/contracts/directory/search';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import type { Db } from '../../../platform/db/client.ts';
import { codeOf } from '../../../platform/db/codeOf.ts';
import { shape } from '../../../platform/db/shape.ts';
import type { Coordinates } from '../../../core/geography/zipCoordinates.ts';
import { asksForReason } from '../shared/queries/preferences.ts';
import { providerAddressTables } from '../shared/queries/providerAddress.ts';
import { conditionsOf } from './conditions.ts';
import type { Filters } from './conditions.ts';
import { isInBox, milesFrom } from './distance.ts';

interface FoundTables {
  found: { distance: number | null };
  pr: 'healthcare_provider';
  a?: 'address';
  l?: 'healthcare_provider_address_info';
  s?: 'healthcare_provider_specialty';
  o?: 'healthcare_organization';
  t?: 'affiliation_tier';
}

const providerTag = shape<ApsProvider['healthcareProviderTags'][number], { tag: 'healthcare_provider_tag' }>({
  name: 'tag.tag_name',
  value: 'tag.healthcare_provider_tag_id',
});

type Row = Omit<ApsProvider, 'languages' | 'distanceError'> & { languageCodes: number[] };

/** @param clientId the client whose tags and affiliations are shown */
const foundProvider = (clientId: number | null) =>
  shape<Row, FoundTables>({
    personId: 'pr.healthcare_provider_id',
    healthcareProviderId: 'pr.healthcare_provider_id',
    // Of one who can sign in: nobody else answers a request here.
    userId: sql`(select pu.user_id from user_account pu where pu.user_id = pr.user_id and pu.is_active)`,
    healthcareProviderAddressInfoId: 'l.healthcare_provider_address_info_id',
    addressId: 'a.address_id',
    addressLabel: 'l.address_label',
    address1: 'a.address1',
    address2: 'a.address2',
    city: 'a.city',
    state: 'a.state',
    zipCode: 'a.zipcode',
    addressOfficePhone: 'l.office_phone',
    faxNumber: 'l.fax_number',
    officePhone: 'pr.office_phone',
    email: 'pr.email',
    fullName: sql`pr.last_name || ', ' || pr.first_name`,
    degree: 'pr.degree',
    gender: 'pr.gender',
    specialty: 's.name',
    healthcareProviderSpecialtyId: 's.healthcare_provider_specialty_id',
    npiNumber: 'pr.npi_number',
    languageCodes: 'pr.language_codes',
    healthcareProviderTags: providerTag.jsonArray({
      from: sql`healthcare_provider_tagging tg join healthcare_provider_tag tag using (healthcare_provider_tag_id)
        where tg.healthcare_provider_id = pr.healthcare_provider_id and tag.client_id = ${clientId}`,
      orderBy: sql`tag.tag_name`,
    }),
    primaryAffiliation: 't.affiliation_tier_id',
    primaryAffiliationName: 't.name',
    isPreferred: sql`coalesce(t.is_preferred, false)`,
    enforcePreferred: asksForReason,
    healthcareOrganizationId: 'o.healthcare_organization_id',
    organizationName: 'o.name',
    acceptsNewPatients: 'pr.accepts_new_patients',
    distance: 'found.distance',
    isOnCall: sql`exists (select from healthcare_provider_on_call oc
      where oc.healthcare_provider_id = pr.healthcare_provider_id and now() between oc.starts_at and oc.ends_at)`,
    isEmployedOrEnrolled: sql`coalesce(pr.is_employed, false) or coalesce(pr.enrollment_status = 'enrolled', false)`,
    enrollmentStatus: codeOf<number | null>('pr.enrollment_status', enrollmentStatus.table),
  });

export interface Search extends Filters {
  clientId: number | null;
  here: Coordinates | null;
  /** Maximum miles from `here`. */
  distance: number | null;
  groupByOrganization: boolean;
  sortBy: SortColumn;
  sortDirection: ApsQuery['sortDirection'];
}

/** The sort expression of each column; `distance` is computed by the search itself. */
const sortKeys: Record<Exclude<SortColumn, 'Distance'>, RawBuilder<unknown>> = {
  FullName: sql`pr.last_first`,
  Specialty: sql`search_key(s.name)`,
  OrganizationName: sql`search_key(o.name)`,
  // The closest tier has the highest value, so it comes first.
  PrimaryAffiliation: sql`-t.position`,
  EnrollmentStatus: codeOf<number | null>('pr.enrollment_status', enrollmentStatus.table),
};

/** The tables a sort needs in addition to provider and address. */
function sortTables({ sortBy, clientId, groupByOrganization }: Search): RawBuilder<unknown> {
  const specialty = sql`left join healthcare_provider_specialty s using (healthcare_provider_specialty_id)`;
  const organization = sql`left join healthcare_organization o using (healthcare_organization_id)`;
  return sql.join(
    [
      ...(sortBy === 'Specialty' ? [specialty] : []),
      ...(sortBy === 'OrganizationName' || groupByOrganization ? [organization] : []),
      ...(sortBy === 'PrimaryAffiliation' ? [primaryTier(clientId)] : []),
    ],
    sql` `,
  );
}

function primaryTier(clientId: number | null): RawBuilder<unknown> {
  return sql`left join healthcare_provider_affiliation pa on pa.healthcare_provider_id = pr.healthcare_provider_id
      and pa.client_id = ${clientId} and pa.is_primary
    left join affiliation_tier t on t.affiliation_tier_id = pa.affiliation_tier_id`;
}

/** Providers that match, with each address where patients are seen; limited to the given distance, if any. */
function candidates(search: Search): RawBuilder<unknown> {
  const { here, distance } = search;
  // A deactivated NPI is never offered.
  const conditions = [sql`pr.npi_deactivated_on is null`, ...conditionsOf(search)];
  if (here === null || distance === null) {
    return sql`healthcare_provider pr
      left join healthcare_provider_address_info l on l.healthcare_provider_id = pr.healthcare_provider_id
        and not l.is_archived and not l.is_mailing
      ${sortTables(search)}
      where ${sql.join(conditions, sql` and `)}`;
  }
  const { specialities } = search;
  const nearby = [
    sql`not l.is_archived`,
    sql`not l.is_mailing`,
    isInBox(here, distance, specialities.length > 0),
    ...(specialities.length > 0 ? [sql`l.search_specialty_id = any(${specialities}::bigint[])`] : []),
    sql`${milesFrom(here)} <= ${distance}`,
  ];
  return sql`healthcare_provider_address_info l join healthcare_provider pr using (healthcare_provider_id)
    ${sortTables(search)}
    where ${sql.join([...nearby, ...conditions], sql` and `)}`;
}

/** Sort key of practices: a column that is about the practice, otherwise the distance of its nearest provider. */
function groupKey(sortBy: SortColumn, direction: RawBuilder<unknown>): RawBuilder<unknown> {
  if (sortBy === 'OrganizationName') return sql`group_name ${direction}`;
  return sql`group_distance ${sortBy === 'Distance' ? direction : sql``} nulls last`;
}

/** Finds providers by the filters, one row per address. */
export async function searchDirectory(
  db: Db,
  search: Search,
  page: { limit: number; offset: number },
): Promise<ApsProvider[]> {
  const direction = search.sortDirection === 'DESC' ? sql`desc` : sql`asc`;
  const distance = milesFrom(search.here);
  const key = search.sortBy === 'Distance' ? distance : sortKeys[search.sortBy];
  // The rows of a practice stay together.
  const groupOf = search.groupByOrganization
    ? sql`
        , o.healthcare_organization_id as group_id, o.healthcare_organization_id is null as is_loose, search_key(o.name) as group_name,
        min(${distance}) over (partition by o.healthcare_organization_id) as group_distance`
    : sql``;
  const groupOrder = search.groupByOrganization
    ? sql`is_loose, ${groupKey(search.sortBy, direction)}, group_name, group_id,`
    : sql``;
  const order = sql`order by ${groupOrder} sort_key ${direction} nulls last, distance nulls last, name_order, provider_id, link_id`;
  const { rows } = await foundProvider(search.clientId).from`(
      select pr.healthcare_provider_id as provider_id, pr.last_first as name_order, l.healthcare_provider_address_info_id as link_id,
        ${distance} as distance, ${key} as sort_key ${groupOf}
      from ${candidates(search)}
      ${order} limit ${page.limit} offset ${page.offset}) as found
    join healthcare_provider pr on pr.healthcare_provider_id = found.provider_id
    left join (${providerAddressTables}) on l.healthcare_provider_address_info_id = found.link_id
    left join healthcare_provider_specialty s using (healthcare_provider_specialty_id)
    left join healthcare_organization o using (healthcare_organization_id)
    ${primaryTier(search.clientId)}
    ${order}`.execute(db);
  return rows.map(({ languageCodes, ...row }) => ({
    ...row,
    languages: languageCodes.map((code) => languageOfCode(code)?.name).filter((name) => name !== undefined),
    distanceError: row.distance === null ? noDistanceText(row.addressId !== null) : null,
  }));
}
