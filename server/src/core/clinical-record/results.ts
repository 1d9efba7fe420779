import type { InputOf } from '@careloop/contracts/endpoint';
import { rangeInWords, resultLimits } from '@careloop/contracts/clinical-record/results';
import type {
  listResults,
  listResultValues,
  MeasuredResult,
  Result,
  ResultValue,
  TrendPoint,
} from '@careloop/contracts/clinical-record/results';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import type { Db } from '../../platform/db/client.ts';
import { pageOf, readCursor } from '../../platform/db/cursor.ts';
import { iso, shape } from '../../platform/db/shape.ts';
import { countAll, statementOf } from './statement.ts';

// Results, for the patient's page, the charts and the summary. The caller has checked access to the patient.

const asSent = (column: string) => sql<string | null>`${sql.ref(column)}::text`;

const value = {
  effectiveAt: iso('r.effective_at'),
  effectivePrecision: 'r.effective_precision',
  timeZone: 'r.time_zone',
  valueNumber: asSent('r.value_number'),
  valueComparator: 'r.value_comparator',
  valueText: 'r.value_text',
  unit: 'r.unit',
  rangeLow: asSent('r.range_low'),
  rangeHigh: asSent('r.range_high'),
  rangeText: 'r.range_text',
  flag: 'r.flag',
  interpretation: 'r.interpretation',
  absentReason: 'r.absent_reason',
  status: 'r.status',
} as const;

export const measuredResult = shape<MeasuredResult, { r: 'patient_result' }>({
  patientResultId: 'r.patient_result_id',
  category: 'r.category',
  description: 'r.description',
  code: 'r.code',
  codeSystem: 'r.code_system',
  ...value,
  isSuperseded: 'r.is_superseded',
  isEnteredInError: 'r.is_entered_in_error',
  specimen: 'r.specimen',
  method: 'r.method',
  bodySite: 'r.body_site',
  note: 'r.note',
});

/** The source of result `r`, as the filter names it. */
const source = sql<string>`coalesce(r.stated_by, r.source_system)`;

/** SQL condition: result `r` is flagged other than normal and still stands. */
export const isAbnormal = sql<boolean>`(r.flag <> 'normal' and not r.is_superseded and not r.is_entered_in_error)`;

/** A member, or a member of a panel within the panel, is. */
const hasAbnormalMember = sql<boolean>`exists (select from patient_result member
  left join patient_result inside on inside.panel_id = member.patient_result_id
  where member.panel_id = r.patient_result_id and (
    (member.flag <> 'normal' and not member.is_superseded and not member.is_entered_in_error)
    or (inside.flag <> 'normal' and not inside.is_superseded and not inside.is_entered_in_error)))`;

type Asked = InputOf<typeof listResults>;
/** A time zone only counts for a period. */
export type ResultSearch = Omit<Asked, 'patientId' | 'timeZone'> & Partial<Pick<Asked, 'timeZone'>>;
type Kept = Pick<ResultSearch, 'includesErrors' | 'includesSuperseded'>;

const isShown = ({ includesErrors, includesSuperseded }: Kept): RawBuilder<unknown> =>
  sql`${includesErrors ? sql`true` : sql`not r.is_entered_in_error`}
    and ${includesSuperseded ? sql`true` : sql`not r.is_superseded`}`;

/** The day with which result `r` is shown: that of the place where it was stated. PostgreSQL reads the sign of a bare offset reversed. */
const shownDayIn = (timeZone: string) => sql<string>`(case when r.effective_precision <> 'minute'
  then r.effective_at at time zone 'UTC' when r.time_zone ~ '^[+-]' then r.effective_at at time zone r.time_zone::interval
  else r.effective_at at time zone coalesce(r.time_zone, ${timeZone}) end)::date`;

function matching({
  from,
  to,
  category,
  isAbnormal: isAbnormalOnly,
  source: stated,
  timeZone = 'UTC',
}: ResultSearch): RawBuilder<unknown> {
  const shownDay = shownDayIn(timeZone);
  // The bounds in UTC, a day wider than the days of any place, are those of the index.
  return sql`${from === undefined ? sql`` : sql`and r.effective_at >= (${from}::date - 1)::timestamp at time zone 'UTC' and ${shownDay} >= ${from}::date`}
    ${to === undefined ? sql`` : sql`and r.effective_at < (${to}::date + 2)::timestamp at time zone 'UTC' and ${shownDay} <= ${to}::date`}
    ${category === undefined ? sql`and r.category <> 'social_history'` : sql`and r.category = ${category}`}
    ${stated === undefined ? sql`` : sql`and ${source} = ${stated}`}
    ${isAbnormalOnly ? sql`and (${isAbnormal} or ${hasAbnormalMember})` : sql``}`;
}

/** Rows behind a cursor: newest first, those without a time last. */
function behind(cursor: string | undefined): RawBuilder<unknown> {
  const after = readCursor(cursor);
  if (after === null) return sql`true`;
  if (after.key === '') return sql`(r.effective_at is null and r.patient_result_id < ${after.id})`;
  return sql`(r.effective_at < ${after.key}::timestamptz or r.effective_at is null
    or (r.effective_at = ${after.key}::timestamptz and r.patient_result_id < ${after.id}))`;
}

type ListedResult = Omit<Result, 'members'>;
const listed = shape<ListedResult, { r: 'patient_result' }>({
  ...measuredResult.columns,
  ...statementOf('r'),
  isPanel: 'r.is_panel',
});

const newestFirst = sql`r.effective_at desc nulls last, r.patient_result_id desc`;

/** A page of panels with their members and single results, newest first. */
export async function findResults(
  db: Db,
  patientId: number,
  search: ResultSearch,
  most: number = resultLimits.pageSize,
) {
  const { rows } = await listed.from`patient_result r
    where r.patient_id = ${patientId} and r.panel_id is null and ${isShown(search)} ${matching(search)}
      and ${behind(search.cursor)}
    order by ${newestFirst} limit ${most + 1}`.execute(db);
  const page = pageOf(rows, most, (row) => ({ key: row.effectiveAt ?? '', id: row.patientResultId }));
  const members = await findMembers(db, page.items, search);
  return { ...page, items: page.items.map((row) => ({ ...row, members: members.get(row.patientResultId) ?? [] })) };
}

interface Member extends MeasuredResult {
  panelId: number;
  isPanel: boolean;
}
const member = shape<Member, { r: 'patient_result' }>({
  ...measuredResult.columns,
  panelId: sql`r.panel_id`,
  isPanel: 'r.is_panel',
});

/** A panel may be a member of another one; deeper than this, senders refer in circles. */
const deepestPanel = 5;

type Panel = Pick<ListedResult, 'patientResultId' | 'isPanel'>;

/** The members of each panel; those of a panel within it stand behind that. */
async function findMembers(db: Db, panels: readonly Panel[], kept: Kept, depth = 1): Promise<Map<number, Member[]>> {
  const ids = panels.filter(({ isPanel }) => isPanel).map(({ patientResultId }) => patientResultId);
  if (ids.length === 0 || depth > deepestPanel) return new Map();
  const { rows } = await member.from`patient_result r
    where r.panel_id = any(${ids}::bigint[]) and ${isShown(kept)}
    order by r.panel_id, r.panel_order, r.patient_result_id`.execute(db);
  const within = await findMembers(db, rows, kept, depth + 1);
  return Map.groupBy(
    rows.flatMap((row) => [
      row,
      ...(within.get(row.patientResultId) ?? []).map((inner) => ({ ...inner, panelId: row.panelId })),
    ]),
    ({ panelId }) => panelId,
  );
}

type Bounds = Pick<MeasuredResult, 'rangeLow' | 'rangeHigh' | 'rangeText'>;
const flat = shape<Omit<ResultValue, 'range'> & Bounds, { r: 'patient_result' }>({
  patientResultId: 'r.patient_result_id',
  name: 'r.description',
  code: 'r.code',
  codeSystem: 'r.code_system',
  category: 'r.category',
  value: sql`coalesce(coalesce(r.value_comparator, '') || r.value_number::text, r.value_text)`,
  unit: 'r.unit',
  rangeLow: asSent('r.range_low'),
  rangeHigh: asSent('r.range_high'),
  rangeText: 'r.range_text',
  flag: 'r.flag',
  status: 'r.status',
  date: iso('r.effective_at'),
  datePrecision: 'r.effective_precision',
  timeZone: 'r.time_zone',
  panelName: sql`(select panel.description from patient_result panel where panel.patient_result_id = r.panel_id)`,
  statedBy: 'r.stated_by',
  isSuperseded: 'r.is_superseded',
  isEnteredInError: 'r.is_entered_in_error',
});

type ValueSearch = Omit<InputOf<typeof listResultValues>, 'patientId'>;

/** A page of values, newest first, whatever panel they belong to. */
export async function findResultValues(db: Db, patientId: number, search: ValueSearch) {
  const { values } = resultLimits;
  const { category, cursor } = search;
  const of = sql`patient_result r where r.patient_id = ${patientId} and not r.is_panel and ${isShown(search)}
    and ${category === undefined ? sql`true` : sql`r.category = ${category}`}`;
  const { rows } = await flat.from`${of} and ${behind(cursor)} order by ${newestFirst} limit ${values + 1}`.execute(db);
  const page = pageOf(rows, values, (row) => ({ key: row.date ?? '', id: row.patientResultId }));
  const items = page.items.map(({ rangeLow, rangeHigh, rangeText, ...row }) => ({
    ...row,
    range: rangeInWords({ rangeLow, rangeHigh, rangeText }) || null,
  }));
  return { ...page, items, totalItemCount: await countAll(db, of, page, cursor) };
}

/** Who states the patient's results. */
export async function findResultSources(db: Db, patientId: number): Promise<string[]> {
  const { rows } = await sql<{ source: string }>`select distinct ${source} as source from patient_result r
    where r.patient_id = ${patientId} and r.panel_id is null and ${source} is not null order by 1`.execute(db);
  return rows.map((row) => row.source);
}

const point = shape<TrendPoint, { r: 'patient_result' }>({
  patientResultId: 'r.patient_result_id',
  ...value,
  statedBy: 'r.stated_by',
});

/** The values of the measure of a result, latest first; undefined if the patient has no such result. */
export async function findTrend(db: Db, patientId: number, patientResultId: number) {
  const measure = await db
    .selectFrom('patient_result as r')
    .select(['r.description', sql<string>`coalesce(r.code, lower(r.description))`.as('key')])
    .where('r.patient_id', '=', patientId)
    .where('r.patient_result_id', '=', patientResultId)
    .executeTakeFirst();
  if (measure === undefined) return undefined;
  const { trend } = resultLimits;
  const { rows } = await point.from`patient_result r
    where r.patient_id = ${patientId} and coalesce(r.code, lower(r.description)) = ${measure.key} and not r.is_panel
      and not r.is_superseded and not r.is_entered_in_error
    order by ${newestFirst} limit ${trend + 1}`.execute(db);
  return { description: measure.description, items: rows.slice(0, trend), isCut: rows.length > trend };
}
