import { appointmentStatus, currentAppointmentStatuses, openReferralStatuses } from '@careloop/contracts/codes';
import type { AppointmentStatus } from '@careloop/contracts/codes';
import type {
  Coverage,
  PatientInfo,
  PatientListItem,
  PatientSummary,
  SectionCounts,
} from '@careloop/contracts/patients';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import { actorSqlTypes } from '../../../../platform/identity/actor.ts';
import type { Actor, ActorIds, ActorInSql } from '../../../../platform/identity/actor.ts';
import { maySeePatient, patientAccess, seesByTeamOrClient } from '../../../../core/access/patientAccess.ts';
import type { PatientAccess } from '../../../../core/access/patientAccess.ts';
import type { Db } from '../../../../platform/db/client.ts';
import { coverageStatus, isCoverageOver } from '../../../../core/charts/coverageStatus.ts';
import { codeOf } from '../../../../platform/db/codeOf.ts';
import { pageOf, readCursor } from '../../../../platform/db/cursor.ts';
import { fixedStatement } from '../../../../platform/db/fixedStatement.ts';
import { isoTimestamp } from '../../../../platform/db/isoTimestamp.ts';
import { literals } from '../../../../platform/db/literals.ts';
import { iso, shape } from '../../../../platform/db/shape.ts';
import { sharedStatement } from '../../../../platform/db/sharedStatement.ts';
import { isCurrentCondition } from '../../../../core/charts/stays.ts';
import { partialDay } from '../../../../core/clinical-record/statement.ts';
import { admission } from './encounters.ts';
import { matchingPatients } from './search.ts';
import type { MatchingPatient } from './search.ts';
import { readPatientSearch } from '../searchTerm.ts';
import { putTexts, separateTexts } from '../searchTexts.ts';
import type { SearchedTexts } from '../searchTexts.ts';

/** Maximum number of conditions and appointments listed for a patient. */
const conditionLimit = 500;
const appointmentLimit = 200;

/** Includes patients who died on an unknown day. */
export const isDeceased = sql<boolean>`coalesce(p.is_deceased, p.deceased_on is not null)`;

/** Columns of a `patient p` that are saved as they are shown. */
export const patientNameColumns = {
  firstName: 'p.first_name',
  middleName: 'p.middle_name',
  lastName: 'p.last_name',
  nameSuffix: 'p.name_suffix',
  dateOfBirth: 'p.date_of_birth',
} as const;
export const patientContactColumns = {
  homePhone: 'p.home_phone',
  cellPhone: 'p.cell_phone',
  officePhone: 'p.office_phone',
  alternatePhone: 'p.alternate_phone',
  email: 'p.email',
  address1: 'p.address1',
  address2: 'p.address2',
  city: 'p.city',
  state: 'p.state',
  zipcode: 'p.zipcode',
  caregiverName: 'p.caregiver_name',
  nextOfKinName: 'p.next_of_kin_name',
  nextOfKinRelationship: 'p.next_of_kin_relationship',
  nextOfKinPhone: 'p.next_of_kin_phone',
} as const;

/** The data of a `patient p` shown in lists and on the banner. */
export const patientSummary = shape<PatientSummary, { p: 'patient' }>({
  patientId: 'p.patient_id',
  clientId: 'p.client_id',
  mrn: 'p.mrn',
  // Looked up only for a patient with a recorded system; most have none.
  mrnSystem: sql`case when p.mrn_system is not null then (
    select case when count(*) > 1 then max(s.name) filter (where s.system = p.mrn_system) end
    from mrn_system s where s.client_id = p.client_id) end`,
  ...patientNameColumns,
  gender: 'p.gender',
  deceasedOn: 'p.deceased_on',
  isDeceased,
  isActive: 'p.is_active',
  isPossibleDuplicate: 'p.is_possible_duplicate',
});

/** The system that assigned an identifier `i`: its display name, or else its URI without the prefix. Null if unknown. */
export const identifierSystem = sql<string | null>`coalesce(
  (select s.name from mrn_system s where s.client_id = i.client_id and s.system = i.system),
  case when i.system not like 'type:%' then regexp_replace(i.system, '^(https?://|urn:oid:)', '') end)`;

/** The number that people call first. */
export const patientPhone = sql<string | null>`coalesce(p.cell_phone, p.home_phone, p.office_phone, p.alternate_phone)`;

export const careTeamSize = sql<number>`(select count(*) from care_team_member m where m.patient_id = p.patient_id and m.status = 'accepted')`;

type ListedPatient = PatientListItem & { key: string };

interface ListedTables {
  p: 'patient';
  matched: MatchingPatient;
  f?: 'patient_favorite';
  e?: 'patient_encounter';
}

/** A row of My Patients: a patient `p` with their last encounter `e`, and with `f` if it is a favorite of the user. */
export const listedPatient = shape<ListedPatient, ListedTables>({
  key: 'matched.key',
  ...patientSummary.columns,
  phone: patientPhone,
  city: 'p.city',
  state: 'p.state',
  lastEncounterDate: iso('e.encounter_date'),
  lastEncounterTimeZone: 'e.time_zone',
  openReferralCount: sql`(select count(*)::int from referral r
    where r.patient_id = p.patient_id and r.status in (${literals(openReferralStatuses)}))`,
  isFavorite: sql`f.patient_id is not null`,
});

/** The tables of `listedPatient` for the matched rows. */
export function listedRows(actor: ActorInSql, matched: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(${matched}) as matched join patient p on p.patient_id = matched.patient_id
    left join patient_favorite f on f.user_id = ${actor.userId} and f.patient_id = p.patient_id
    left join lateral (select encounter_date, time_zone from patient_encounter where patient_id = p.patient_id
      and encounter_date <= now() order by encounter_date desc limit 1) e on true`;
}

function pageOfMatches(actor: ActorInSql, matches: RawBuilder<unknown>): RawBuilder<ListedPatient> {
  return listedPatient.from`${listedRows(actor, matches)} order by matched.key, p.patient_id`;
}

/** The first page of a search without filters, like most: `ways` are those of its term, see `separateTexts`. */
const firstPage = fixedStatement<
  ActorIds & SearchedTexts & { includeInactive: boolean; limit: number },
  ListedPatient,
  { ways: string }
>((given, { ways }) => {
  const { includeInactive, limit } = given;
  return pageOfMatches(given, matchingPatients(given, putTexts(ways, given), { after: null, includeInactive }, limit));
});

/** One page of the patients the actor may see, by name, filtered by search term and other conditions. */
export async function findPatients(
  db: Db,
  actor: Actor,
  search: {
    searchTerm: string;
    includeInactive: boolean;
    cursor?: string | undefined;
    narrowing?: RawBuilder<unknown>;
  },
  pageSize: number,
): Promise<{ items: PatientListItem[]; nextCursor: string | null }> {
  const { searchTerm, cursor, ...range } = search;
  const asked = readPatientSearch(searchTerm);
  const after = readCursor(cursor);
  const limit = pageSize + 1;
  const { ways, texts } = separateTexts(asked);
  const rows =
    after === null && range.narrowing === undefined
      ? await firstPage(db, { ...actor, ...texts, includeInactive: range.includeInactive, limit }, { ways })
      : (await pageOfMatches(actor, matchingPatients(actor, asked, { ...range, after }, limit)).execute(db)).rows;
  return pageOf(rows, pageSize, (row) => ({ key: row.key, id: row.patientId }));
}

/** Those that have ended last, the others in the order in which they pay: the first is the primary insurance. */
export const coverageOrder = sql`${isCoverageOver}, v.coverage_order nulls last,
  v.start_date desc nulls last, v.patient_coverage_id`;

export const coverage = shape<Coverage, { v: 'patient_coverage' }>({
  patientCoverageId: 'v.patient_coverage_id',
  payerName: 'v.payer_name',
  planType: 'v.plan_type',
  memberId: 'v.member_id',
  status: coverageStatus,
  startDate: 'v.start_date',
  endDate: 'v.end_date',
});

/**
 * The counts shown by the sections of the page. Conditions and appointments stop at their limits; the care team counts members
 * only, as in the banner, without invitations.
 */
const sectionCounts = shape<SectionCounts, { p: 'patient' }>({
  encounters: sql`(select count(*) from patient_encounter e where e.patient_id = p.patient_id)`,
  conditions: sql`(select count(*) from (select from patient_condition c where c.patient_id = p.patient_id
    and not c.is_entered_in_error limit ${sql.lit(conditionLimit)}) c)`,
  appointments: sql`(select count(*) from (select from patient_appointment a where a.patient_id = p.patient_id
    limit ${sql.lit(appointmentLimit)}) a)`,
  careTeam: careTeamSize,
  documents: sql`(select count(*) from patient_document d where d.patient_id = p.patient_id and not d.is_archived)`,
  referrals: sql`(select count(*) from referral r where r.patient_id = p.patient_id)`,
  consultations: sql`(select count(*) from consultation cr where cr.patient_id = p.patient_id)`,
  tasks: sql`(select count(*) from task t where t.patient_id = p.patient_id and t.status <> 'completed')`,
});

const countsOf = sharedStatement<{ patientId: number }, SectionCounts>(
  { patientId: 'bigint' },
  ({ patientId }) => sectionCounts.from`(select ${patientId}::bigint as patient_id) as p`,
);

/** The caller has checked access to the patient. */
export async function countSections(db: Db, patientId: number): Promise<SectionCounts> {
  const [counts] = await countsOf(db, { patientId });
  if (counts === undefined) throw new Error('A selection without a table has one row');
  return counts;
}

export const patientInfo = shape<
  Omit<PatientInfo, 'can' | 'admission' | 'refersToProvidersOnly' | 'isFavorite'>,
  { p: 'patient' }
>({
  ...patientSummary.columns,
  ...patientContactColumns,
  pcpName: sql`coalesce((select h.last_name || ', ' || h.first_name from healthcare_provider h
    where h.healthcare_provider_id = p.pcp_healthcare_provider_id), p.pcp_name,
    (select u.last_name || ', ' || u.first_name from care_team_member m join user_account u on u.user_id = m.user_id
      where m.patient_id = p.patient_id and m.is_pcp and m.status = 'accepted' limit 1))`,
  language: 'p.language',
  version: 'p.version',
  clientName: sql`(select display_name from client where client_id = p.client_id)`,
  careTeamSize,
  coverages: coverage.jsonArray({
    from: sql`patient_coverage v where v.patient_id = p.patient_id and v.removed_at is null`,
    orderBy: coverageOrder,
  }),
});

type ShownPatient = Omit<PatientInfo, 'can'> & { isEmergencyOnly: boolean };

const shownPatient = sharedStatement<ActorIds & { patientId: number }, ShownPatient>(
  { ...actorSqlTypes, patientId: 'bigint' },
  (given) => {
    const ofActor = shape<ShownPatient, { p: 'patient'; seen: object }>({
      ...patientInfo.columns,
      isEmergencyOnly: sql`not seen.by_team`,
      admission,
      refersToProvidersOnly: sql`exists (select from client_feature f
      where f.client_id = p.client_id and f.feature = 'disableSpecialtyOnReferralCreation')`,
      isFavorite: sql`exists (select from patient_favorite f
      where f.user_id = ${given.userId} and f.patient_id = p.patient_id)`,
    });
    return ofActor.from`patient p
    cross join lateral (select ${seesByTeamOrClient(given)} as by_team offset 0) as seen
    where p.patient_id = ${given.patientId} and ${maySeePatient(given, sql`seen.by_team`)}`;
  },
);

/** Everything the patient's page and banner show initially; undefined if the actor may not see the patient. */
export async function findPatientInfo(db: Db, actor: Actor, patientId: number): Promise<ShownPatient | undefined> {
  const [patient] = await shownPatient(db, { ...actor, patientId });
  return patient;
}

/** A patient's conditions: current ones first, then by date, latest first. */
export function findConditions(
  db: Db,
  patientId: number,
  { isCurrent = false, most = conditionLimit }: { isCurrent?: boolean; most?: number } = {},
) {
  return db
    .selectFrom('patient_condition as c')
    .select([
      'patient_condition_id as patientConditionId',
      'description',
      'code',
      'code_system as codeSystem',
      'clinical_status as clinicalStatus',
      isCurrentCondition.as('isCurrent'),
      partialDay('c.onset_date', 'c.onset_precision').as('onsetDate'),
      'onset_text as onsetText',
      partialDay('c.abatement_date', 'c.abatement_precision').as('abatementDate'),
    ])
    .where('patient_id', '=', patientId)
    .where('c.is_entered_in_error', '=', false)
    .$if(isCurrent, (query) => query.where(isCurrentCondition))
    .orderBy(isCurrentCondition, 'desc')
    .orderBy(sql`onset_date desc nulls last`)
    .orderBy('patient_condition_id')
    .limit(most)
    .execute();
}

/** A patient's appointments, newest first; with `isNext`, only the next one. */
export function findAppointments(db: Db, patientId: number, { isNext = false }: { isNext?: boolean } = {}) {
  return db
    .selectFrom('patient_appointment as a')
    .leftJoin('healthcare_provider as pr', 'pr.healthcare_provider_id', 'a.healthcare_provider_id')
    .leftJoin(
      'healthcare_provider_address_info as l',
      'l.healthcare_provider_address_info_id',
      'a.healthcare_provider_address_info_id',
    )
    .leftJoin('facility as f', 'f.facility_id', 'a.facility_id')
    .select([
      'a.patient_appointment_id as patientAppointmentId',
      sql<string>`${isoTimestamp('a.appointment_time')}`.as('appointmentTime'),
      'a.description',
      sql<AppointmentStatus>`a.status`.as('status'),
      codeOf('a.status', appointmentStatus.table).as('statusCode'),
      sql<string | null>`coalesce(pr.last_name || ', ' || pr.first_name, a.provider_name)`.as('providerName'),
      sql<string | null>`coalesce(l.address_label, f.name, a.place_name)`.as('addressLabel'),
      sql<string | null>`nullif(a.service, a.description)`.as('service'),
      'a.time_zone as timeZone',
      'a.referral_id as referralId',
    ])
    .where('a.patient_id', '=', patientId)
    .$if(isNext, (query) =>
      query.where('a.status', 'in', [...currentAppointmentStatuses]).where('a.appointment_time', '>', sql<Date>`now()`),
    )
    .orderBy('a.appointment_time', isNext ? 'asc' : 'desc')
    .limit(isNext ? 1 : appointmentLimit)
    .execute();
}

type PatientToRefer = Pick<PatientSummary, 'patientId' | 'clientId' | 'isDeceased'> & PatientAccess;

/** The data for the rules of sending a referral, and the access to answer; undefined if the actor may not see the patient. */
export async function findPatientToRefer(db: Db, actor: Actor, patientId: number) {
  const patientToRefer = shape<PatientToRefer, { p: 'patient' }>({
    patientId: 'p.patient_id',
    clientId: 'p.client_id',
    isDeceased,
    ...patientAccess(actor).columns,
  });
  const { rows } = await patientToRefer.from`patient p
    where p.patient_id = ${patientId} and ${maySeePatient(actor)}`.execute(db);
  return rows[0];
}
