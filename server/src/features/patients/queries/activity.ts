import { encounterEventType } from '@careloop/contracts/codes/patients';
import { activityTypeLabels, activityTypes } from '@careloop/contracts/patients/activities';
import type { Activity, ActivityNarrowing, ActivityType } from '@careloop/contracts/patients/activities';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import { userName } from '../../../platform/identity/userName.ts';
import { readCursor, writeCursor } from '../../../platform/db/cursor.ts';
import type { Db } from '../../../platform/db/client.ts';
import { literals } from '../../../platform/db/literals.ts';
import { shape } from '../../../platform/db/shape.ts';
import { stayTypes } from '../../../core/charts/stays.ts';

// A patient's activities, from encounters, appointments, referrals, documents, care team and edits. Each source reads all its
// rows of the patient and returns the latest; the page merges them.

/** The columns a source fills; omitted ones are null. */
interface Source {
  type: ActivityType;
  from: RawBuilder<unknown>;
  where: RawBuilder<unknown>;
  id: RawBuilder<unknown>;
  at: RawBuilder<unknown>;
  what: RawBuilder<unknown>;
  detail?: RawBuilder<unknown>;
  by?: RawBuilder<unknown>;
  /** If several people did it, each of them; `by` is one text. */
  people?: RawBuilder<unknown>;
  behalf?: RawBuilder<unknown>;
  encounterId?: RawBuilder<unknown>;
  referralId?: RawBuilder<unknown>;
  documentId?: RawBuilder<unknown>;
}

const nobody = sql`null::text`;
const none = sql`null::bigint`;

const isStayType = sql`e.encounter_type in (${literals(stayTypes)})`;
const providers = sql`(select string_agg(distinct h.first_name || ' ' || h.last_name, ', ')
  from patient_encounter_provider x join healthcare_provider h using (healthcare_provider_id)
  where x.patient_encounter_id = e.patient_encounter_id)`;

const providerNames = sql`array(select distinct h.first_name || ' ' || h.last_name
  from patient_encounter_provider x join healthcare_provider h using (healthcare_provider_id)
  where x.patient_encounter_id = e.patient_encounter_id)`;

const ofEncounter = {
  from: sql`patient_encounter e left join facility f on f.facility_id = e.facility_id`,
  id: sql`e.patient_encounter_id`,
  what: sql`e.encounter_type`,
  by: providers,
  people: providerNames,
  encounterId: sql`e.patient_encounter_id`,
} as const;
const reasonAndPlace = sql`nullif(concat_ws(', ', e.admit_reason, coalesce(f.name, e.facility_name)), '')`;

const sources: readonly Source[] = [
  { ...ofEncounter, type: 'admission', at: sql`e.encounter_date`, where: sql`${isStayType}`, detail: reasonAndPlace },
  {
    ...ofEncounter,
    type: 'discharge',
    at: sql`e.discharge_date`,
    where: sql`${isStayType} and e.discharge_date is not null`,
    detail: sql`e.discharge_disposition`,
  },
  {
    ...ofEncounter,
    type: 'encounter',
    at: sql`e.encounter_date`,
    where: sql`not ${isStayType}`,
    detail: reasonAndPlace,
  },
  {
    type: 'appointment',
    from: sql`patient_appointment e`,
    where: sql`e.appointment_time <= now()`,
    id: sql`e.patient_appointment_id`,
    at: sql`e.appointment_time`,
    what: sql`e.status`,
    detail: sql`e.description`,
    by: sql`(select h.first_name || ' ' || h.last_name from healthcare_provider h
      where h.healthcare_provider_id = e.healthcare_provider_id)`,
    referralId: sql`e.referral_id`,
  },
  {
    type: 'referral',
    from: sql`referral e join referral_event v on v.referral_id = e.referral_id
      left join healthcare_provider t on t.healthcare_provider_id = e.healthcare_provider_id
      left join healthcare_provider_specialty s on s.healthcare_provider_specialty_id = e.healthcare_provider_specialty_id`,
    where: sql`true`,
    id: sql`v.referral_event_id`,
    at: sql`v.occurred_at`,
    what: sql`v.action`,
    detail: sql`coalesce(t.first_name || ' ' || t.last_name, s.name)`,
    by: userName('v.user_id'),
    behalf: userName('v.on_behalf_of_user_id'),
    referralId: sql`e.referral_id`,
  },
  {
    type: 'document',
    from: sql`patient_document e`,
    where: sql`not e.is_archived`,
    id: sql`e.patient_document_id`,
    at: sql`case when e.uploaded_by_user_id is null then coalesce(e.date_provided, e.created_at) else e.created_at end`,
    what: sql`case when e.uploaded_by_user_id is null then 'received' else 'uploaded' end`,
    detail: sql`e.document_name`,
    by: sql`coalesce(${userName('e.uploaded_by_user_id')}, e.author_name)`,
    documentId: sql`e.patient_document_id`,
  },
  {
    type: 'care_team',
    from: sql`care_team_member e`,
    where: sql`true`,
    id: sql`e.care_team_member_id`,
    at: sql`e.status_changed_at`,
    what: sql`case when e.accepted_through is null then e.status else 'accepted_' || e.accepted_through end`,
    detail: sql`case when e.status not in ('accepted', 'declined') then ${userName('e.user_id')} end`,
    by: sql`case when e.status in ('invited', 'cancelled') then ${userName('e.invited_by_user_id')}
      when e.status in ('accepted', 'declined') then ${userName('e.user_id')} end`,
  },
  {
    type: 'record',
    from: sql`patient_change e`,
    where: sql`true`,
    id: sql`e.patient_change_id`,
    at: sql`e.changed_at`,
    what: sql`e.subject || '_' || e.action`,
    by: userName('e.changed_by_user_id'),
    behalf: userName('e.changed_on_behalf_of_user_id'),
    encounterId: sql`case when e.subject = 'encounter' then e.subject_id end`,
  },
];

type Row = Omit<Activity, 'eventTypeCode'>;

function selectOf(source: Source, patientId: number): RawBuilder<unknown> {
  const { type, by = nobody, behalf = nobody, detail = nobody } = source;
  const people = source.people ?? sql`array_remove(array[${by}, ${behalf}], null)`;
  const { encounterId = none, referralId = none, documentId = none } = source;
  return sql`select ${sql.lit(type)} as activity_type, ${sql.lit(type)} || ':' || ${source.id} as activity_key,
      date_trunc('milliseconds', ${source.at}) as at, ${source.what} as what, ${detail} as detail, ${by} as by_name,
      ${behalf} as on_behalf_of_name, ${people} as people, ${encounterId} as patient_encounter_id, ${referralId} as referral_id,
      ${documentId} as patient_document_id
    from ${source.from} where e.patient_id = ${patientId} and ${source.where}`;
}

/** Conditions on an activity `a`: by or for this person, and between these days. */
function isWithin({ person, from, until, timeZone }: ActivityNarrowing): RawBuilder<unknown> {
  const conditions = [sql`true`];
  if (person !== undefined && person !== '') conditions.push(sql`${person} = any(a.people)`);
  if (from !== undefined) conditions.push(sql`a.at >= ${from}::date::timestamp at time zone ${timeZone}`);
  if (until !== undefined) conditions.push(sql`a.at < (${until}::date + 1)::timestamp at time zone ${timeZone}`);
  return sql.join(conditions, sql` and `);
}

const activity = shape<Row, object>({
  activityKey: sql`a.activity_key`,
  activityType: sql`a.activity_type`,
  at: sql`to_char(a.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
  what: sql`a.what`,
  detail: sql`a.detail`,
  byName: sql`a.by_name`,
  onBehalfOfName: sql`a.on_behalf_of_name`,
  patientEncounterId: sql`a.patient_encounter_id`,
  referralId: sql`a.referral_id`,
  patientDocumentId: sql`a.patient_document_id`,
});

/** One page of activities, latest first. The caller has checked access to the patient. */
export async function findActivities(
  db: Db,
  patientId: number,
  search: ActivityNarrowing & { activityTypes: readonly ActivityType[]; cursor?: string | undefined },
  pageSize: number,
) {
  const wanted = sources.filter(({ type }) => search.activityTypes.length === 0 || search.activityTypes.includes(type));
  const after = readCursor(search.cursor)?.key.split(' ');
  const behind =
    after === undefined ? sql`true` : sql`(a.at, a.activity_key) < (${after[0]}::timestamptz, ${after[1]})`;
  const limit = pageSize + 1;
  const parts = wanted.map(
    (source) =>
      sql`(select * from (${selectOf(source, patientId)}) as a where ${behind} and ${isWithin(search)} order by a.at desc, a.activity_key desc limit ${limit})`,
  );
  const { rows } = await activity.from`(${sql.join(parts, sql` union all `)}) as a
    order by a.at desc, a.activity_key desc limit ${limit}`.execute(db);
  const items = rows.slice(0, pageSize).map((row) => ({ ...row, eventTypeCode: eventTypeOf(row.activityType) }));
  const last = items.at(-1);
  const hasMore = rows.length > pageSize && last !== undefined;
  return { items, nextCursor: hasMore ? writeCursor({ key: `${last.at} ${last.activityKey}`, id: 0 }) : null };
}

function eventTypeOf(type: ActivityType): number | null {
  if (type === 'admission') return encounterEventType.table.patient_admitted;
  return type === 'discharge' ? encounterEventType.table.patient_discharged : null;
}

/** Maximum number of people offered as filters. */
const mostPeople = 200;

interface CountedPerson {
  name: string;
  count: number;
}

interface CountedType {
  activityType: ActivityType;
  count: number;
}

/** The number of activities of each type, and of each person. */
export async function countActivities(db: Db, patientId: number, narrowing: ActivityNarrowing) {
  const all = sql.join(
    sources.map((source) => sql`(${selectOf(source, patientId)})`),
    sql` union all `,
  );
  const counted = shape<CountedType, object>({ activityType: sql`a.activity_type`, count: sql`count(*)::int` });
  const { rows } = await counted.from`(${all}) as a where ${isWithin(narrowing)} group by a.activity_type`.execute(db);
  const { person: _anybody, ...days } = narrowing;
  const byPerson = shape<CountedPerson, object>({ name: sql`name`, count: sql`count(*)::int` });
  const { rows: people } = await byPerson.from`(${all}) as a, unnest(a.people) as name where ${isWithin(days)}
    group by name order by count(*) desc, name limit ${mostPeople}`.execute(db);
  const counts = new Map(rows.map(({ activityType, count }) => [activityType, count]));
  const types = activityTypes.map((activityType) => ({
    activityType,
    label: activityTypeLabels[activityType],
    count: counts.get(activityType) ?? 0,
  }));
  return { types, people: people.toSorted((one, other) => one.name.localeCompare(other.name)) };
}

/** The types the user selected last. */
export async function findChosenTypes(db: Db, userId: number): Promise<ActivityType[]> {
  const found = await db
    .selectFrom('activity_filter')
    .select('activity_types')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return activityTypes.filter((type) => found?.activity_types.includes(type) === true);
}
