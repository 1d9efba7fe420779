import { openReferralStatuses } from '@careloop/contracts/codes';
import { languageOfCode } from '@careloop/contracts/codes/languages';
import { providerLimits, providerTexts } from '@careloop/contracts/directory/providerTexts';
import type {
  EditedAddress,
  HealthcareProvider,
  ProviderMatch,
  ProviderTag,
} from '@careloop/contracts/directory/providers';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import type { Actor } from '../../../../platform/identity/actor.ts';
import type { Db } from '../../../../platform/db/client.ts';
import { lockRows } from '../../../../platform/db/lockRows.ts';
import { isSharedRecord, ownerOfRecord } from '../../../../core/access/providerUser.ts';
import { shape } from '../../../../platform/db/shape.ts';
import { startsWith } from '../../../../platform/db/startsWith.ts';
import { AppError } from '../../../../platform/errors.ts';
import type { ProviderRow } from '../providerPolicy.ts';

const ownerClientId = ownerOfRecord('pr', 'u');

const providerRow = shape<ProviderRow, { pr: 'healthcare_provider'; u?: 'user_account' }>({
  healthcareProviderId: 'pr.healthcare_provider_id',
  ownerClientId,
  isSharedRecord: isSharedRecord('pr'),
  npiNumber: 'pr.npi_number',
  npiIsValid: 'pr.npi_is_valid',
  userId: 'pr.user_id',
  isStub: sql`coalesce(u.is_stub, false)`,
  version: 'pr.version',
});

// ---------------------------------------------------------------- finding

interface MatchTables {
  pr: 'healthcare_provider';
  s?: 'healthcare_provider_specialty';
  o?: 'healthcare_organization';
  u?: 'user_account';
  a?: 'address';
  t?: 'affiliation_tier';
}

/** A match with the data that the rules for editing it depend on. */
type FoundProvider = Omit<ProviderMatch, 'can'> & ProviderRow;

const match = (npiNumber: string | null, patientId: number | null) =>
  shape<FoundProvider, MatchTables>({
    ...providerRow.columns,
    userName: sql`case when not u.is_stub then u.last_name || ', ' || u.first_name end`,
    firstName: 'pr.first_name',
    lastName: 'pr.last_name',
    degree: 'pr.degree',
    specialty: 's.name',
    healthcareOrganizationId: 'o.healthcare_organization_id',
    name: 'o.name',
    address1: 'a.address1',
    city: 'a.city',
    state: 'a.state',
    zipcode: 'a.zipcode',
    isNpiMatch: sql`coalesce(pr.npi_number = ${npiNumber}, false)`,
    affiliationTier: 't.affiliation_tier_id',
    affiliationTierDescription: 't.name',
    hasExistingReferral: ofPatient(
      patientId,
      sql`exists (select from referral r where r.patient_id = ${patientId}
        and r.healthcare_provider_id = pr.healthcare_provider_id and r.status = any(${openReferralStatuses}))`,
    ),
    isActiveOnCareTeam: ofPatient(
      patientId,
      sql`exists (select from care_team_member m where m.patient_id = ${patientId} and m.user_id = pr.user_id
        and m.status = 'accepted')`,
    ),
  });

const ofPatient = (patientId: number | null, condition: RawBuilder<boolean>) =>
  patientId === null ? sql<boolean | null>`null::boolean` : condition;

/** Providers whose names start with both terms, and any provider with the NPI, who comes first. */
export async function findProviders(
  db: Db,
  actor: Actor,
  search: { firstName: string; lastName: string; npiNumber: string | null; patientId?: number | undefined },
): Promise<{ found: FoundProvider[]; hasMore: boolean }> {
  const { firstName, lastName, npiNumber } = search;
  const limit = providerLimits.results + 1;
  const { rows } = await match(npiNumber, search.patientId ?? null).from`(
      (select healthcare_provider_id from healthcare_provider where npi_number = ${npiNumber})
      union
      (select healthcare_provider_id from healthcare_provider
        where ${startsWith(sql.ref('last_first'), lastName)} and ${startsWith(sql.ref('first_last'), firstName)}
        order by last_first, healthcare_provider_id limit ${limit})
    ) as found
    join healthcare_provider pr using (healthcare_provider_id)
    left join healthcare_provider_specialty s using (healthcare_provider_specialty_id)
    left join healthcare_organization o using (healthcare_organization_id)
    left join user_account u on u.user_id = pr.user_id
    left join lateral (select i.address_id from healthcare_provider_address_info i
      where i.healthcare_provider_id = pr.healthcare_provider_id and not i.is_archived
      order by i.is_mailing, i.healthcare_provider_address_info_id limit 1) as first_info on true
    left join address a on a.address_id = first_info.address_id
    left join lateral (select pa.affiliation_tier_id from healthcare_provider_affiliation pa
      where pa.healthcare_provider_id = pr.healthcare_provider_id and pa.is_primary and pa.client_id = any(${actor.clientIds})
      order by pa.client_id limit 1) as affiliation on true
    left join affiliation_tier t on t.affiliation_tier_id = affiliation.affiliation_tier_id
    order by "isNpiMatch" desc, pr.last_first, pr.healthcare_provider_id
    limit ${limit}`.execute(db);
  return { found: rows.slice(0, providerLimits.results), hasMore: rows.length > providerLimits.results };
}

/** The tags that the actor's clients offer. */
export function findTags(db: Db, actor: Actor): Promise<ProviderTag[]> {
  return db
    .selectFrom('healthcare_provider_tag')
    .select(['healthcare_provider_tag_id as healthcareProviderTagId', 'tag_name as tagName'])
    .where('client_id', '=', sql<number>`any(${actor.clientIds}::bigint[])`)
    .where('is_archived', '=', false)
    .orderBy(sql`search_key(tag_name)`)
    .execute();
}

// ---------------------------------------------------------------- one provider

const addressOfProvider = shape<EditedAddress, { i: 'healthcare_provider_address_info'; a: 'address' }>({
  healthcareProviderAddressInfoId: 'i.healthcare_provider_address_info_id',
  addressId: 'a.address_id',
  addressLabel: 'i.address_label',
  address1: 'a.address1',
  address2: 'a.address2',
  city: 'a.city',
  state: 'a.state',
  zipcode: 'a.zipcode',
  officePhone: 'i.office_phone',
  fax: 'i.fax_number',
  locationCode: 'i.location_code',
  isMailing: 'i.is_mailing',
});

const addressesOfProvider = addressOfProvider.jsonArray({
  from: sql`healthcare_provider_address_info i join address a on a.address_id = i.address_id
    where i.healthcare_provider_id = pr.healthcare_provider_id and not i.is_archived`,
  orderBy: sql`i.is_mailing, i.healthcare_provider_address_info_id`,
});

interface ProviderTables {
  pr: 'healthcare_provider';
  s?: 'healthcare_provider_specialty';
  o?: 'healthcare_organization';
  u?: 'user_account';
  c?: 'client';
}

export type StoredProvider = Omit<HealthcareProvider, 'languages' | 'can'> & {
  languageCodes: number[];
  ownerClientId: number | null;
  isSharedRecord: boolean;
};

/** Columns that are saved as they are shown. */
export const providerColumns = {
  firstName: 'pr.first_name',
  middleName: 'pr.middle_name',
  lastName: 'pr.last_name',
  npiNumber: 'pr.npi_number',
  healthcareProviderSpecialtyId: 'pr.healthcare_provider_specialty_id',
  degree: 'pr.degree',
  gender: 'pr.gender',
  deaNumber: 'pr.dea_number',
  licenseNumber: 'pr.license_number',
  physicianCode: 'pr.physician_code',
  email: 'pr.email',
  directEmail: 'pr.direct_email',
  website: 'pr.website',
  homePhone: 'pr.home_phone',
  mobilePhone: 'pr.mobile_phone',
  officePhone: 'pr.office_phone',
  fax: 'pr.fax',
  acceptsNewPatients: 'pr.accepts_new_patients',
  languageCodes: 'pr.language_codes',
  populations: 'pr.populations',
  publicNotes: 'pr.public_notes',
  privateNotes: 'pr.private_notes',
} as const;

const storedProvider = (actor: Actor) =>
  shape<StoredProvider, ProviderTables>({
    healthcareProviderId: 'pr.healthcare_provider_id',
    ...providerColumns,
    npiIsValid: 'pr.npi_is_valid',
    npiDeactivatedOn: sql`to_char(pr.npi_deactivated_on, 'YYYY-MM-DD')`,
    specialty: 's.name',
    organizationName: 'o.name',
    tags: tagsOf(actor),
    addresses: addressesOfProvider,
    originClientId: 'pr.origin_client_id',
    originClientName: 'c.display_name',
    userId: 'pr.user_id',
    isStub: sql`coalesce(u.is_stub, false)`,
    version: 'pr.version',
    ownerClientId,
    isSharedRecord: isSharedRecord('pr'),
  });

const tagOfProvider = shape<ProviderTag, { t: 'healthcare_provider_tag' }>({
  healthcareProviderTagId: 't.healthcare_provider_tag_id',
  tagName: 't.tag_name',
});

/** Only tags of the actor's own clients: those of other clients are private to them. */
function tagsOf(actor: Actor): RawBuilder<ProviderTag[]> {
  return tagOfProvider.jsonArray({
    from: sql`healthcare_provider_tagging g join healthcare_provider_tag t using (healthcare_provider_tag_id)
      where g.healthcare_provider_id = pr.healthcare_provider_id and t.client_id = any(${actor.clientIds}::bigint[])`,
    orderBy: sql`search_key(t.tag_name)`,
  });
}

/** @throws AppError `no_access` if there is no such provider */
export async function findProvider(db: Db, actor: Actor, healthcareProviderId: number): Promise<StoredProvider> {
  const { rows } = await storedProvider(actor).from`healthcare_provider pr
    left join healthcare_provider_specialty s using (healthcare_provider_specialty_id)
    left join healthcare_organization o using (healthcare_organization_id)
    left join user_account u on u.user_id = pr.user_id
    left join client c on c.client_id = pr.origin_client_id
    where pr.healthcare_provider_id = ${healthcareProviderId}`.execute(db);
  return rows[0] ?? refuseUnknown();
}

/** The languages of these codes, by name; unknown codes are left out. */
export function languagesOf(codes: readonly number[]): HealthcareProvider['languages'] {
  return codes
    .map((code) => languageOfCode(code))
    .filter((language) => language !== undefined)
    .map(({ code, name }) => ({ code, name }))
    .toSorted((one, other) => one.name.localeCompare(other.name));
}

/** Loads the rule data. @throws AppError `no_access` if there is no such provider */
export async function findProviderRow(db: Db, healthcareProviderId: number): Promise<ProviderRow> {
  const { rows } = await providerRow.from`${ofProvider(healthcareProviderId)}`.execute(db);
  return rows[0] ?? refuseUnknown();
}

const ofProvider = (healthcareProviderId: number) =>
  sql`healthcare_provider pr left join user_account u on u.user_id = pr.user_id
    where pr.healthcare_provider_id = ${healthcareProviderId}`;

/**
 * Loads the rule data and locks the provider until the transaction ends. @throws AppError `no_access` if there is no such
 * provider
 */
export async function lockProvider(db: Db, healthcareProviderId: number): Promise<ProviderRow> {
  const rows = await lockRows(db, providerRow, ofProvider(healthcareProviderId), { of: { pr: 'healthcare_provider' } });
  return rows[0] ?? refuseUnknown();
}

/** The user and time of the provider's last change, for a caller with a stale version. */
export function findLastChange(db: Db, healthcareProviderId: number) {
  return db
    .selectFrom('healthcare_provider as pr')
    .innerJoin('user_account as u', 'u.user_id', 'pr.updated_by_user_id')
    .select([
      'pr.updated_by_user_id as changedByUserId',
      sql<string>`u.first_name || ' ' || u.last_name`.as('changedBy'),
      'pr.updated_at as changedAt',
      sql<string>`'edited'`.as('what'),
    ])
    .where('pr.healthcare_provider_id', '=', healthcareProviderId)
    .executeTakeFirst();
}

/** @throws AppError `no_access` */
export function refuseUnknown(): never {
  const message = providerTexts.notFound;
  throw new AppError('no_access', { message, validationErrors: { '': message } });
}
