import { urgencies } from '@careloop/contracts/codes';
import { suggestionLimits } from '@careloop/contracts/referrals/suggestions';
import type {
  ReferralSuggestions,
  SuggestedRecord,
  SuggestedSpecialty,
} from '@careloop/contracts/referrals/suggestions';
import type { Diagnosis } from '@careloop/contracts/directory';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import { isOfferedTo } from '../../../core/access/sharedLookups.ts';
import { isCurrentCondition } from '../../../core/charts/stays.ts';
import type { Db } from '../../../platform/db/client.ts';
import { shape } from '../../../platform/db/shape.ts';
import type { Actor } from '../../../platform/identity/actor.ts';
import { diagnosis } from '../../directory/shared/queries/diagnoses.ts';

interface SuggestedFor {
  patientId: number;
  clientId: number;
  diagnosisCodedConceptId: number | null;
}

type Referrer = NonNullable<ReferralSuggestions['referredBy']>;

/** Urgencies that are suggested; a STAT referral is the sender's own decision. */
const suggestedUrgencies: number[] = urgencies.filter(({ showAlert }) => !showAlert).map(({ days }) => days);

/** What a new referral of a patient is likely to say. The caller has checked that the actor may refer the patient. */
export async function findSuggestions(db: Db, actor: Actor, wanted: SuggestedFor): Promise<ReferralSuggestions> {
  const suggestions = shape<ReferralSuggestions, object>({
    referredBy: suggestedReferrer(actor, wanted),
    diagnoses: currentDiagnoses(wanted.patientId),
    specialties: specialty.jsonArray({ from: sql`counted`, orderBy: sql`counted.referral_count desc, counted.name` }),
    referralCount: sql`(select count(*)::int from alike)`,
    records: suggestedRecords(wanted),
  });
  const { rows } = await sql<ReferralSuggestions>`with alike as materialized (${referralsAlike(wanted)}),
    counted as materialized (${specialtiesOf(actor)})
    select ${suggestions.select}`.execute(db);
  const [found] = rows;
  if (found === undefined) throw new Error('A selection without a table has one row');
  return found;
}

/** The patient's PCP, else whom the user chose last for this patient; only someone the actor may refer for. */
function suggestedReferrer(actor: Actor, { patientId, clientId }: SuggestedFor): RawBuilder<Referrer | null> {
  const referrer = shape<Referrer, { h: 'healthcare_provider'; known: object }>({
    healthcareProviderId: 'h.healthcare_provider_id',
    name: sql`h.last_name || ', ' || h.first_name`,
    reason: sql`known.reason`,
  });
  const isCoordinator = actor.coordinatorClientIds.includes(clientId);
  return sql`(select ${referrer.json} from (
      select p.pcp_healthcare_provider_id as id, 'pcp' as reason, 1 as rank from patient p
        where p.patient_id = ${patientId}
      union all
      select mh.healthcare_provider_id, 'pcp', 2 from care_team_member m
        join healthcare_provider mh on mh.user_id = m.user_id
        where m.patient_id = ${patientId} and m.is_pcp and m.status = 'accepted'
      union all
      (select r.referred_by_healthcare_provider_id, 'last', 3 from (select * from referral
          where patient_id = ${patientId} order by date_created desc, referral_id desc
          limit ${sql.lit(suggestionLimits.referralsOfPatient)}) r
        where r.created_by_user_id = ${actor.userId}
        order by r.date_created desc, r.referral_id desc limit 1)) as known
    join healthcare_provider h on h.healthcare_provider_id = known.id
    where h.npi_deactivated_on is null
      and (${isCoordinator} or h.user_id = any(${[...actor.userIds]}::bigint[]))
    order by known.rank limit 1)`;
}

/** The patient's current conditions, the latest first; codes as they are selected in the wizard. */
function currentDiagnoses(patientId: number): RawBuilder<Diagnosis[]> {
  return sql`(select coalesce(jsonb_agg(${diagnosis.json} order by dx.noted desc nulls last, dx.code), '[]') from (
    select d.*, max(coalesce(c.onset_date, c.recorded_date)) as noted
      from patient_condition c join diagnosis_code d on d.code = c.code
      where c.patient_id = ${patientId} and ${isCurrentCondition} and d.is_billable and not d.is_retired
      group by d.coded_concept_id order by noted desc nulls last, d.code
      limit ${sql.lit(suggestionLimits.diagnoses)}) dx)`;
}

/** The latest referrals of the client with a diagnosis of the same ICD-10-CM category, the first three characters. */
function referralsAlike({ clientId, diagnosisCodedConceptId }: SuggestedFor): RawBuilder<unknown> {
  return sql`select r.search_specialty_id, r.urgency_days from diagnosis_code chosen
    join diagnosis_code d on d.code ~>=~ left(chosen.code, 3) and d.code ~<~ (left(chosen.code, 3) || '~')
    cross join lateral (select r.search_specialty_id, r.urgency_days, r.date_created from referral r
      where r.client_id = ${clientId} and r.diagnosis_coded_concept_id = d.coded_concept_id
        and r.date_created > now() - make_interval(months => ${sql.lit(suggestionLimits.months)})
      order by r.date_created desc limit ${sql.lit(suggestionLimits.referralsCounted)}) r
    where chosen.coded_concept_id = ${diagnosisCodedConceptId}::bigint
    order by r.date_created desc limit ${sql.lit(suggestionLimits.referralsCounted)}`;
}

const specialty = shape<SuggestedSpecialty, { counted: object }>({
  healthcareProviderSpecialtyId: sql`counted.id`,
  name: sql`counted.name`,
  referralCount: sql`counted.referral_count`,
  urgencyDays: sql`counted.urgency_days`,
  urgencyCount: sql`counted.urgency_count`,
});

/**
 * Specialties of these referrals that can still be chosen, most first, each with its most frequent urgency; of two equally frequent
 * ones the less urgent.
 */
const specialtiesOf = (actor: Actor) => sql`
  select s.healthcare_provider_specialty_id as id, s.name, count(*)::int as referral_count,
    u.urgency_days, coalesce(u.urgency_count, 0) as urgency_count
  from alike a join healthcare_provider_specialty s on s.healthcare_provider_specialty_id = a.search_specialty_id
  left join lateral (select o.urgency_days, count(*)::int as urgency_count from alike o
    where o.search_specialty_id = s.healthcare_provider_specialty_id
    group by o.urgency_days order by count(*) desc, o.urgency_days desc limit 1) u
    on u.urgency_days = any(${suggestedUrgencies}::int[])
  where not s.is_archived and ${isOfferedTo(actor, 's.client_id')}
  group by s.healthcare_provider_specialty_id, u.urgency_days, u.urgency_count
  order by count(*) desc, s.name limit ${sql.lit(suggestionLimits.specialties)}`;

/**
 * Documents that belong to the diagnosis, by their condition or its encounter, then those of the last 90 days. Restricted,
 * superseded and archived ones, and those whose file is blocked, are not suggested.
 */
function suggestedRecords({ patientId, diagnosisCodedConceptId }: SuggestedFor): RawBuilder<SuggestedRecord[]> {
  const record = shape<SuggestedRecord, { d: 'patient_document'; found: object }>({
    patientDocumentId: 'd.patient_document_id',
    pageCount: sql`coalesce(d.document_page_count, 1)`,
    reason: sql`case when d.belongs then 'diagnosis' else 'recent' end`,
  });
  return sql`(select coalesce(jsonb_agg(${record.json} order by d.belongs desc, d.date_provided desc nulls last,
      d.patient_document_id), '[]') from (
    select d.*, coalesce(d.patient_document_id = any(own.documents) or d.patient_encounter_id = any(own.encounters), false)
      as belongs
    from patient_document d cross join (
      select array_agg(c.patient_document_id) as documents, array_agg(c.patient_encounter_id) as encounters
      from diagnosis_code chosen join patient_condition c on c.patient_id = ${patientId}
        and left(c.code, 3) = left(chosen.code, 3) and not c.is_entered_in_error
      where chosen.coded_concept_id = ${diagnosisCodedConceptId}::bigint) own
    where d.patient_id = ${patientId} and not d.is_archived and d.restriction is null
      and d.is_superseded is not true and d.file_state <> 'blocked'
      and (d.date_provided > now() - make_interval(days => ${sql.lit(suggestionLimits.recentDays)})
        or d.patient_document_id = any(own.documents) or d.patient_encounter_id = any(own.encounters))
    order by belongs desc, d.date_provided desc nulls last, d.patient_document_id
    limit ${sql.lit(suggestionLimits.records)}) d)`;
}
