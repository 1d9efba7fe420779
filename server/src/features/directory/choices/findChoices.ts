import { declineReason } from '@careloop/contracts/codes';
import { declinedMonths, fewestReferrals, mostChoices, placesOfChoice } from '@careloop/contracts/directory/choices';
import type { NetworkState } from '@careloop/contracts/directory';
import type { DeclinedReferral, ProviderChoice, ReferralFigures } from '@careloop/contracts/directory/choices';
import { outOfNetworkMiles } from '@careloop/contracts/directory/search';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import { isOutside } from '../../../core/access/providerUser.ts';
import type { Db } from '../../../platform/db/client.ts';
import { codeOf } from '../../../platform/db/codeOf.ts';
import { isoTimestamp } from '../../../platform/db/isoTimestamp.ts';
import { shape } from '../../../platform/db/shape.ts';
import { conditionsOf } from '../aps/conditions.ts';
import type { Filters } from '../aps/conditions.ts';
import type { Coordinates } from '../../../core/geography/zipCoordinates.ts';
import { exactMilesFrom, isInBox, milesFrom } from '../aps/distance.ts';
import { asksForReason } from '../shared/queries/preferences.ts';
import { providerAddress, providerAddressTables } from '../shared/queries/providerAddress.ts';
import type { ChoiceSubject } from './patient.ts';

interface Wanted {
  searchTerm: string;
  healthcareProviderSpecialtyId?: number | undefined;
  healthcareProviderId?: number | undefined;
  excludePersonId?: number | undefined;
}

interface ChoiceTables {
  c: { distance: number | null };
  pr: 'healthcare_provider';
  s?: 'healthcare_provider_specialty';
  o?: 'healthcare_organization';
  t?: 'affiliation_tier';
  u?: 'user_account';
  f?: 'referral_figures';
  d?: 'referral';
}

type Place = ProviderChoice['places'][number];

const noFilters: Omit<Filters, 'searchName' | 'specialities' | 'excludePersonIds'> = {
  gender: null,
  insuranceCarrier: null,
  insurancePlanType: null,
  insurancePlanSubType: null,
  preferredByProvider: null,
  language: null,
  affiliation: null,
  isAcceptingNewPatients: false,
  healthcareProviderTagIds: [],
  tagFilterType: 'Any',
};

/** Miles within which the nearest providers of a specialty are looked for first, so that a large directory is not read whole. */
const rings = [outOfNetworkMiles, 100] as const;

/** The conditions that the providers `pr` of a search meet. */
function conditionsFor(wanted: Wanted): RawBuilder<unknown> {
  const { searchTerm, healthcareProviderSpecialtyId: specialtyId, excludePersonId, healthcareProviderId } = wanted;
  const conditions = [
    sql`pr.npi_deactivated_on is null`,
    ...(healthcareProviderId === undefined ? [] : [sql`pr.healthcare_provider_id = ${healthcareProviderId}`]),
    ...conditionsOf({
      ...noFilters,
      searchName: searchTerm,
      specialities: specialtyId === undefined ? [] : [specialtyId],
      excludePersonIds: excludePersonId === undefined ? [] : [excludePersonId],
    }),
  ];
  return sql.join(conditions, sql` and `);
}

/** With one more than are compared, it is known that others match. */
const limit = sql.lit(mostChoices + 1);

/** A provider to compare, with miles to the nearest place. */
interface Candidate {
  id: number;
  distance: number | null;
}

/**
 * Providers that match: the nearest ones, or without a position of the patient those the client prefers, then by name. Their
 * number is limited, so that only these are compared.
 */
async function findCandidates(db: Db, subject: ChoiceSubject, wanted: Wanted): Promise<Candidate[]> {
  const { here, isLargeSpecialty } = subject;
  const { searchTerm, healthcareProviderSpecialtyId: specialtyId } = wanted;
  if (here !== null && specialtyId !== undefined && searchTerm === '' && isLargeSpecialty) {
    for (const miles of rings) {
      const { rows } = await within(here, miles, specialtyId, wanted).execute(db);
      if (rows.length > mostChoices) return rows;
    }
  }
  return (await candidates(subject, wanted).execute(db)).rows;
}

const candidate = (here: Coordinates | null) =>
  sql`pr.healthcare_provider_id as id, min(${exactMilesFrom(here)}) as distance`;

function within(here: Coordinates, miles: number, specialtyId: number, wanted: Wanted): RawBuilder<Candidate> {
  return sql<Candidate>`select ${candidate(here)}
    from healthcare_provider_address_info l join healthcare_provider pr using (healthcare_provider_id)
    where not l.is_archived and not l.is_mailing and l.search_specialty_id = ${specialtyId} and ${isInBox(here, miles, true)}
      and ${exactMilesFrom(here)} <= ${sql.lit(miles)} and ${conditionsFor(wanted)}
    group by pr.healthcare_provider_id order by distance, pr.last_first, id limit ${limit}`;
}

function candidates({ here, clientId }: ChoiceSubject, wanted: Wanted): RawBuilder<Candidate> {
  const { healthcareProviderSpecialtyId: specialtyId } = wanted;
  const isPreferred = sql`exists (select from healthcare_provider_affiliation pa
    join affiliation_tier t on t.affiliation_tier_id = pa.affiliation_tier_id
    where pa.healthcare_provider_id = pr.healthcare_provider_id and pa.client_id = ${clientId} and pa.is_primary
      and t.is_preferred and not t.is_archived)`;
  const order = here === null ? sql`${isPreferred} desc, pr.last_first` : sql`distance nulls last, pr.last_first`;
  return sql<Candidate>`select ${candidate(here)}
    from healthcare_provider pr left join healthcare_provider_address_info l
      on l.healthcare_provider_id = pr.healthcare_provider_id and not l.is_archived and not l.is_mailing
      ${specialtyId === undefined ? sql`` : sql`and l.search_specialty_id = ${specialtyId}`}
    where ${conditionsFor(wanted)}
    group by pr.healthcare_provider_id order by ${order}, id limit ${limit}`;
}

const acceptedBy = (planIds: number[]) => sql`from healthcare_provider_insurance_plan hp
  where hp.healthcare_provider_id = pr.healthcare_provider_id and hp.insurance_plan_id = any(${planIds}::bigint[])`;

const isFar = sql`coalesce(c.distance > ${sql.lit(outOfNetworkMiles)}, false)`;

/**
 * The first that applies: too far away is out of network, an accepted plan is in it, and a list of plans without any of the
 * patient's is out of it, if each of these is known. Without plans to compare, a preferred affiliation is in the client's network.
 */
function networkBasis({ planIds, isEachPlanKnown }: ChoiceSubject): RawBuilder<string | null> {
  return sql<string | null>`case when ${isFar} then 'distance'
    when exists (select ${acceptedBy(planIds)}) then 'plan'
    when ${isEachPlanKnown} and exists (select from healthcare_provider_insurance_plan hp
      where hp.healthcare_provider_id = pr.healthcare_provider_id) then 'otherPlans'
    when t.is_preferred and not t.is_archived then 'affiliation' end`;
}

const network = sql<NetworkState>`case fit.basis when 'distance' then 'out' when 'otherPlans' then 'out' when 'plan' then 'in'
  when 'affiliation' then 'in' else 'unknown' end`;

/** The place of each state in the order. */
const networkRank = sql`case when fit.basis in ('plan', 'affiliation') then 0 when fit.basis is null then 1 else 2 end`;
const acceptingRank = sql`case when pr.accepts_new_patients then 0 when pr.accepts_new_patients is null then 1 else 2 end`;

const primaryTier = (clientId: number | null) => sql`left join healthcare_provider_affiliation pa
    on pa.healthcare_provider_id = pr.healthcare_provider_id and pa.client_id = ${clientId} and pa.is_primary
  left join affiliation_tier t on t.affiliation_tier_id = pa.affiliation_tier_id`;

/** The figures `f` of a provider `pr`: their own, or with too few referrals those of the specialty. None of other clients. */
function figuresOf({ clientId, isOwnClient }: ChoiceSubject): RawBuilder<unknown> {
  return sql`left join lateral (select * from referral_figures f where f.client_id = ${isOwnClient ? clientId : null}
      and f.healthcare_provider_specialty_id = pr.healthcare_provider_specialty_id
      and (f.healthcare_provider_id = pr.healthcare_provider_id or f.healthcare_provider_id is null)
      and f.answered_count >= ${sql.lit(fewestReferrals)}
    order by f.healthcare_provider_id nulls last limit 1) as f on true`;
}

const figures = shape<ReferralFigures, { f: 'referral_figures' }>({
  isOfSpecialty: sql`f.healthcare_provider_id is null`,
  answeredCount: 'f.answered_count',
  answerHours: sql`f.answer_hours`,
  visitDays: sql`case when f.visit_count >= ${sql.lit(fewestReferrals)} then f.visit_days end`,
  declinedCount: 'f.declined_count',
  declineReason: codeOf<ReferralFigures['declineReason'] & number>('f.decline_reason', declineReason.table),
});

/** The last referral `d` of the patient that each provider declined lately, read once for all. */
const declinedOf = ({ patientId }: ChoiceSubject) => sql`left join (with d as materialized (
    select distinct on (r.healthcare_provider_id) r.healthcare_provider_id, r.status_changed_at, r.decline_reason
    from referral r where r.patient_id = ${patientId} and r.status = 'declined' and r.healthcare_provider_id is not null
      and r.status_changed_at > now() - make_interval(months => ${sql.lit(declinedMonths)})
    order by r.healthcare_provider_id, r.status_changed_at desc, r.referral_id desc) select * from d) as d
  on d.healthcare_provider_id = pr.healthcare_provider_id`;

const declined = shape<DeclinedReferral, { d: 'referral' }>({
  on: isoTimestamp('d.status_changed_at'),
  reason: codeOf<DeclinedReferral['reason']>('d.decline_reason', declineReason.table),
});

const place = (subject: ChoiceSubject) =>
  shape<Place, { a: 'address'; l: 'healthcare_provider_address_info' }>({
    ...providerAddress.columns,
    distance: milesFrom(subject.here),
  });

const isListed = sql`l.healthcare_provider_id = pr.healthcare_provider_id and not l.is_archived and not l.is_mailing`;

const choice = (subject: ChoiceSubject) =>
  shape<ProviderChoice, ChoiceTables>({
    healthcareProviderId: 'pr.healthcare_provider_id',
    userId: 'u.user_id',
    fullName: sql`pr.last_name || ', ' || pr.first_name`,
    degree: 'pr.degree',
    gender: 'pr.gender',
    specialty: 's.name',
    healthcareProviderSpecialtyId: 's.healthcare_provider_specialty_id',
    organizationName: 'o.name',
    npiNumber: 'pr.npi_number',
    acceptsNewPatients: 'pr.accepts_new_patients',
    officePhone: 'pr.office_phone',
    isPreferred: sql`coalesce(t.is_preferred, false)`,
    enforcePreferred: asksForReason,
    affiliationName: 't.name',
    isOnCall: sql`exists (select from healthcare_provider_on_call oc
      where oc.healthcare_provider_id = pr.healthcare_provider_id and now() between oc.starts_at and oc.ends_at)`,
    network,
    networkBasis: sql`case fit.basis when 'otherPlans' then 'plan' else fit.basis end`,
    acceptedPlans: sql`array(select n.name from insurance_plan n where n.insurance_plan_id in
      (select hp.insurance_plan_id ${acceptedBy(subject.planIds)}) order by n.name)`,
    outsideClientName: sql`case when ${isOutside(sql`${subject.clientId}::bigint`)} and ${subject.patientId !== null}
      then ${subject.clientName} end`,
    hasSeenPatient: sql`exists (select from patient_appointment v where v.healthcare_provider_id = pr.healthcare_provider_id
      and v.patient_id = ${subject.patientId} and v.appointment_time < now()
      and v.status in ('completed', 'pending', 'pending_no_answer'))`,
    declined: declined.jsonIfFound('d.healthcare_provider_id'),
    figures: figures.jsonIfFound('f.client_id'),
    distance: 'c.distance',
    places: sql`array(select ${place(subject).json} from (${providerAddressTables}) where ${isListed}
      order by ${milesFrom(subject.here)} nulls last, l.healthcare_provider_address_info_id limit ${placesOfChoice})`,
    placeCount: sql`(select count(*)::int from healthcare_provider_address_info l where ${isListed})`,
  });

/**
 * A page of the candidates, those that fit best first: by network, preference and new patients, then the answer time. Who
 * declined the patient lately comes last.
 */
export async function findChoices(
  db: Db,
  subject: ChoiceSubject,
  wanted: Wanted,
  page: { limit: number; offset: number },
): Promise<{ items: ProviderChoice[]; isLimited: boolean }> {
  const found = await findCandidates(db, subject, wanted);
  const compared = found.slice(0, mostChoices);
  const { rows } = await choice(subject).from`
    unnest(${compared.map(({ id }) => id)}::bigint[], ${compared.map(({ distance }) => distance)}::float8[])
      as c (healthcare_provider_id, distance)
    join healthcare_provider pr on pr.healthcare_provider_id = c.healthcare_provider_id
    left join healthcare_provider_specialty s on s.healthcare_provider_specialty_id = pr.healthcare_provider_specialty_id
    left join healthcare_organization o on o.healthcare_organization_id = pr.healthcare_organization_id
    left join user_account u on u.user_id = pr.user_id and u.is_active
    ${primaryTier(subject.clientId)} ${figuresOf(subject)} ${declinedOf(subject)}
    cross join lateral (select ${networkBasis(subject)} as basis offset 0) as fit
    order by d.healthcare_provider_id is not null, ${networkRank}, coalesce(t.is_preferred, false) desc, ${acceptingRank},
      f.answer_hours nulls last, c.distance nulls last, pr.last_first, pr.healthcare_provider_id
    limit ${page.limit} offset ${page.offset}`.execute(db);
  // Rounded like that of the place.
  const items = rows.map((row) => ({ ...row, distance: row.places[0]?.distance ?? null }));
  return { items, isLimited: found.length > mostChoices };
}
