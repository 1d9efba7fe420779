import type { InputOf } from '@careloop/contracts/endpoint';
import type { getReport, Report, ReportRow } from '@careloop/contracts/reports';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import type { Actor } from '../../../platform/identity/actor.ts';
import type { Db } from '../../../platform/db/client.ts';
import { isoTimestamp } from '../../../platform/db/isoTimestamp.ts';
import { sourceOf } from '../reportSources.ts';
import type { Source } from '../reportSources.ts';

export type ReportFilters = InputOf<typeof getReport>;

/** The start of the period, and the start of the day after it, in the time zone. */
function periodOf({ from, to, timeZone }: Pick<ReportFilters, 'from' | 'to' | 'timeZone'>) {
  return {
    start: sql`(${from}::date::timestamp at time zone ${timeZone})`,
    end: sql`((${to}::date + 1)::timestamp at time zone ${timeZone})`,
  };
}

export async function findRefreshedAt(db: Db): Promise<string | null> {
  const { rows } = await sql<{
    at: string;
  }>`select ${isoTimestamp('r.refreshed_at')} as at from report_refresh r`.execute(db);
  return rows[0]?.at ?? null;
}

/** The clients to report on, which are the user's own. */
const clientsOf = (actor: Actor, { clientId }: ReportFilters) =>
  clientId === undefined ? actor.clientIds : [clientId];

/** Whether a report counts row `f` of its source. */
export function isCounted(actor: Actor, filters: ReportFilters, source: Source): RawBuilder<boolean> {
  const { isOfSpecialty, where } = source;
  const moment = sql.ref(source.moment);
  const { start, end } = periodOf(filters);
  const { facilityId, healthcareProviderSpecialtyId } = filters;
  const facility = facilityId === undefined ? sql`` : sql`and f.facility_id = ${facilityId}`;
  const specialty =
    healthcareProviderSpecialtyId === undefined ? sql`` : sql`and ${isOfSpecialty(healthcareProviderSpecialtyId)}`;
  return sql<boolean>`f.client_id = any(${clientsOf(actor, filters)}::bigint[]) and ${moment} >= ${start} and ${moment} < ${end}
    ${facility} ${specialty} and ${where ?? sql`true`}`;
}

/** The chart's step: days for up to a month, weeks for up to half a year, otherwise months. */
function stepOf({ from, to }: Pick<ReportFilters, 'from' | 'to'>): 'day' | 'week' | 'month' {
  const days = (Date.parse(to) - Date.parse(from)) / 86_400_000;
  if (days <= 31) return 'day';
  return days <= 183 ? 'week' : 'month';
}

const json = (numbers: Source['numbers']) =>
  sql<Record<string, number | null>>`jsonb_build_object(${sql.join(
    Object.entries(numbers).flatMap(([name, { value }]) => [sql.lit(name), value]),
  )})`;

/** The numbers drawn in the chart. Percentiles are left out, because they need another sort of all rows. */
const countsOf = ({ numbers }: Source): Source['numbers'] =>
  Object.fromEntries(Object.entries(numbers).filter(([, number]) => number.hours === undefined));

/** The numbers of a report over the user's clients. */
export async function findReport(db: Db, actor: Actor, filters: ReportFilters): Promise<Omit<Report, 'refreshedAt'>> {
  const source = sourceOf(filters.report, filters.groupBy);
  const { key, label } = source;
  const moment = sql.ref(source.moment);
  const from = sql`${sql.table(source.table)} f`;
  const where = isCounted(actor, filters, source);
  const values = json(source.numbers);
  const counts = json(countsOf(source));
  const step = sql.lit(stepOf(filters));
  const [rows, total, series] = await Promise.all([
    // Labels are looked up once per group.
    sql<ReportRow>`select (${key})::text as key, coalesce(${label}, 'Not stated') as label, f.values
      from (select ${key}, ${values} as values, count(*) as row_count from ${from} where ${where} group by 1) as f
      order by f.row_count desc, 2 limit 200`.execute(db),
    sql<Pick<ReportRow, 'values'>>`select ${values} as values from ${from} where ${where}`.execute(db),
    // Includes days, weeks or months without rows.
    sql<
      Report['series'][number]
    >`select to_char(step.at, 'YYYY-MM-DD') as from, coalesce(counted.values, '{}') as values
      from generate_series(date_trunc(${step}, ${filters.from}::date::timestamp), ${filters.to}::date::timestamp,
        ${sql.raw(`interval '1 ${stepOf(filters)}'`)}) as step(at)
      left join (select date_trunc(${step}, ${moment} at time zone ${filters.timeZone}) as at, ${counts} as values
        from ${from} where ${where} group by 1) as counted on counted.at = step.at
      order by step.at`.execute(db),
  ]);
  return { rows: rows.rows, total: total.rows[0]?.values ?? {}, series: series.rows };
}
