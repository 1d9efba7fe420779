import { declineReasonLabels } from '@careloop/contracts/codes';
import type { InputOf } from '@careloop/contracts/endpoint';
import type { getReport, Report, ReportGrouping, ReportName, ReportRow } from '@careloop/contracts/reports';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import type { Actor } from '../../access/actor.ts';
import type { Db } from '../../db/client.ts';
import { isoTimestamp } from '../../db/isoTimestamp.ts';

export type ReportFilters = Omit<InputOf<typeof getReport>, never>;

/** The first moment of the period, and the first one after it: midnights of the time zone. */
export function periodOf({ from, to, timeZone }: Pick<ReportFilters, 'from' | 'to' | 'timeZone'>) {
  return {
    start: sql`(${from}::date::timestamp at time zone ${timeZone})`,
    end: sql`((${to}::date + 1)::timestamp at time zone ${timeZone})`,
  };
}

/** As of when the numbers are; due times are compared with it. */
export const asOf = sql`(select refreshed_at from report_refresh)`;

export async function findRefreshedAt(db: Db): Promise<string | null> {
  const { rows } = await sql<{
    at: string;
  }>`select ${isoTimestamp('r.refreshed_at')} as at from report_refresh r`.execute(db);
  return rows[0]?.at ?? null;
}

/** The clients whose numbers are asked for: the user's own. */
const clientsOf = (actor: Actor, { clientId }: ReportFilters) =>
  clientId === undefined ? actor.clientIds : [clientId];

/** What narrows rows `f` of a table, by its moment. */
export function isWanted(
  actor: Actor,
  filters: ReportFilters,
  moment: RawBuilder<unknown>,
  has: { facility?: true; specialty?: true },
) {
  const { start, end } = periodOf(filters);
  const { facilityId, healthcareProviderSpecialtyId } = filters;
  const facility = has.facility && facilityId !== undefined ? sql`and f.facility_id = ${facilityId}` : sql``;
  const specialty =
    has.specialty && healthcareProviderSpecialtyId !== undefined
      ? sql`and f.healthcare_provider_specialty_id = ${healthcareProviderSpecialtyId}`
      : sql``;
  return sql<boolean>`f.client_id = any(${clientsOf(actor, filters)}::bigint[]) and ${moment} >= ${start} and ${moment} < ${end}
    ${facility} ${specialty}`;
}

/** What a report counts: the rows, the moment that puts them into the period, what they are grouped by, and its numbers. */
interface Source {
  from: RawBuilder<unknown>;
  moment: RawBuilder<unknown>;
  /** Which of the rows. */
  where?: RawBuilder<unknown>;
  has: { facility?: true; specialty?: true };
  /** A column of `f`, and its name in words. */
  key: RawBuilder<unknown>;
  label: RawBuilder<unknown>;
  values: Record<string, RawBuilder<unknown>>;
}

const hoursBetween = (from: string, to: string) => sql`extract(epoch from ${sql.ref(to)} - ${sql.ref(from)}) / 3600`;
const percentile = (share: number, hours: RawBuilder<unknown>) =>
  sql`round((percentile_cont(${sql.lit(share)}) within group (order by ${hours}))::numeric, 2)::float8`;
const count = (when: RawBuilder<unknown>) => sql`(count(*) filter (where ${when}))::int`;

/** Median and 90th percentile, under two names. */
function times(name: string, hours: RawBuilder<unknown>) {
  return { [`${name}Median`]: percentile(0.5, hours), [`${name}P90`]: percentile(0.9, hours) };
}

export const isOverdueReferral = sql<boolean>`f.status in ('pending', 'accepted') and f.due_at < ${asOf}`;

/** By what referrals are grouped: the key and the name of a row `f`. */
export const groups: Record<ReportGrouping, { key: RawBuilder<unknown>; label: RawBuilder<unknown> }> = {
  specialty: {
    key: sql`f.healthcare_provider_specialty_id`,
    label: sql`(select s.name from healthcare_provider_specialty s
      where s.healthcare_provider_specialty_id = f.healthcare_provider_specialty_id)`,
  },
  provider: {
    key: sql`f.healthcare_provider_id`,
    label: sql`(select h.last_name || ', ' || h.first_name from healthcare_provider h
      where h.healthcare_provider_id = f.healthcare_provider_id)`,
  },
  facility: {
    key: sql`f.facility_id`,
    label: sql`(select x.name from facility x where x.facility_id = f.facility_id)`,
  },
  urgency: {
    key: sql`f.urgency_days`,
    label: sql`case f.urgency_days when 1 then 'STAT' when 7 then 'Urgent' when 30 then 'Routine' else f.urgency_days || ' days' end`,
  },
};

const personName = sql`(select u.last_name || ', ' || u.first_name from user_account u where u.user_id = f.user_id)`;
const ofReferrals = {
  from: sql`report_referral f`,
  moment: sql`f.sent_at`,
  has: { facility: true, specialty: true },
} as const;

const declineLabels = Object.entries(declineReasonLabels).map(
  ([reason, label]) => sql`when ${sql.lit(reason)} then ${sql.lit(label)}`,
);

const sources: Record<ReportName, (groupBy: ReportGrouping) => Source> = {
  referrals: (groupBy) => ({
    ...ofReferrals,
    ...groups[groupBy],
    values: {
      sent: sql`count(*)::int`,
      answered: count(sql`f.answered_at is not null`),
      ...times('answer', hoursBetween('f.sent_at', 'f.answered_at')),
      ...times('appointment', hoursBetween('f.sent_at', 'f.appointment_at')),
      ...times('close', hoursBetween('f.sent_at', 'f.closed_at')),
    },
  }),
  leakage: (groupBy) => ({
    ...ofReferrals,
    ...groups[groupBy],
    values: {
      sent: sql`count(*)::int`,
      overdue: count(isOverdueReferral),
      outOfNetwork: count(sql`not f.is_in_network`),
      notPreferred: count(sql`f.not_preferred_reason is not null`),
      establishedPhysician: count(sql`f.not_preferred_reason = 'established_physician'`),
      patientPreference: count(sql`f.not_preferred_reason = 'patient_preference'`),
      physicianDirected: count(sql`f.not_preferred_reason = 'physician_directed'`),
    },
  }),
  declines: () => ({
    ...ofReferrals,
    where: sql`f.status = 'declined'`,
    key: sql`f.decline_reason`,
    label: sql`case f.decline_reason ${sql.join(declineLabels, sql` `)} end`,
    values: { declined: sql`count(*)::int`, ...times('answer', hoursBetween('f.sent_at', 'f.answered_at')) },
  }),
  queues: () => ({
    from: sql`report_queue_item f`,
    moment: sql`f.entered_at`,
    has: { facility: true },
    key: sql`f.work_queue_id`,
    label: sql`(select q.name from work_queue q where q.work_queue_id = f.work_queue_id)`,
    values: {
      entered: sql`count(*)::int`,
      completed: count(sql`f.completed_at is not null`),
      open: count(sql`f.completed_at is null`),
      ...times('wait', hoursBetween('f.entered_at', 'f.completed_at')),
      openAgeMedian: sql`round((percentile_cont(0.5) within group (order by extract(epoch from ${asOf} - f.entered_at) / 3600)
        filter (where f.completed_at is null))::numeric, 2)::float8`,
    },
  }),
  messages: () => ({
    from: sql`report_work f`,
    moment: sql`f.done_at`,
    where: sql`f.kind = 'message_answered'`,
    has: {},
    key: sql`f.user_id`,
    label: personName,
    values: { answered: sql`count(*)::int`, ...times('answer', sql`f.seconds / 3600`) },
  }),
  work: () => ({
    from: sql`report_work f`,
    moment: sql`f.done_at`,
    has: {},
    key: sql`f.user_id`,
    label: personName,
    values: {
      referralsAnswered: count(sql`f.kind = 'referral_answered'`),
      itemsCompleted: count(sql`f.kind = 'item_completed'`),
      tasksCompleted: count(sql`f.kind = 'task_completed'`),
      messagesAnswered: count(sql`f.kind = 'message_answered'`),
    },
  }),
};

/** Days of a period up to a month, weeks up to half a year, else months. */
export function stepOf({ from, to }: Pick<ReportFilters, 'from' | 'to'>): 'day' | 'week' | 'month' {
  const days = (Date.parse(to) - Date.parse(from)) / 86_400_000;
  if (days <= 31) return 'day';
  return days <= 183 ? 'week' : 'month';
}

const json = (values: Source['values']) =>
  sql<Record<string, number | null>>`jsonb_build_object(${sql.join(
    Object.entries(values).flatMap(([name, value]) => [sql.lit(name), value]),
  )})`;

/** The numbers of a report in the clients of the user. */
export async function findReport(db: Db, actor: Actor, filters: ReportFilters): Promise<Omit<Report, 'refreshedAt'>> {
  const source = sources[filters.report](filters.groupBy);
  const { key, label, values, moment } = source;
  const where = sql`${isWanted(actor, filters, moment, source.has)} and ${source.where ?? sql`true`}`;
  const step = sql.lit(stepOf(filters));
  const [rows, total, series] = await Promise.all([
    // Names are looked up once for each group.
    sql<ReportRow>`select (${key})::text as key, coalesce(${label}, 'Not stated') as label, f.values
      from (select ${key}, ${json(values)} as values, count(*) as row_count
        from ${source.from} where ${where} group by 1) as f
      order by f.row_count desc, 2 limit 200`.execute(db),
    sql<Pick<ReportRow, 'values'>>`select ${json(values)} as values from ${source.from} where ${where}`.execute(db),
    // Also the days, weeks or months in which nothing happened.
    sql<
      Report['series'][number]
    >`select to_char(step.at, 'YYYY-MM-DD') as from, coalesce(counted.values, '{}') as values
      from generate_series(date_trunc(${step}, ${filters.from}::date::timestamp), ${filters.to}::date::timestamp,
        ${sql.raw(`interval '1 ${stepOf(filters)}'`)}) as step(at)
      left join (select date_trunc(${step}, ${moment} at time zone ${filters.timeZone}) as at, ${json(values)} as values
        from ${source.from} where ${where} group by 1) as counted on counted.at = step.at
      order by step.at`.execute(db),
  ]);
  return { rows: rows.rows, total: total.rows[0]?.values ?? {}, series: series.rows };
}
