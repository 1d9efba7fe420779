import type { InputOf } from '@careloop/contracts/endpoint';
import { queueSubjectTypes } from '@careloop/contracts/work-queues';
import type { listWorkQueueItems, QueueSubjectType, WorkQueueItem } from '@careloop/contracts/work-queues';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import type { Actor, ActorIds, ActorInSql } from '../../../platform/identity/actor.ts';
import { allowances } from '../../../core/access/authorize.ts';
import { userName } from '../../../platform/identity/userName.ts';
import type { Db } from '../../../platform/db/client.ts';
import { fixedStatement } from '../../../platform/db/fixedStatement.ts';
import type { InSqlOf } from '../../../platform/db/fixedStatement.ts';
import { iso, shape } from '../../../platform/db/shape.ts';
import { patientSummary } from '../../patients/shared/queries/patients.ts';
import { kindOf } from '../../queueKinds.ts';
import { openTaskCount } from '../../../core/tasks/taskSummary.ts';
import { claimOf } from '../claims.ts';
import { filterConditions, inStatus, ofQueueSubject } from '../itemFilters.ts';
import { isOfUser, isOwned, itemParts, sharedByName } from '../itemParts.ts';
import { queueItemPolicy } from '../policy.ts';
import type { QueueItemRow } from '../policy.ts';

type Search = InputOf<typeof listWorkQueueItems>;

const subjectId = sql.ref('w.subject_id');

/** What the text of the statement depends on besides its filters. */
type Layout = Pick<Search, 'status' | 'sortBy' | 'sortDirection' | 'urgentFirst'> & {
  /** The queue, if it has a kind; otherwise 0. */
  kindId: number;
};

interface Place {
  workQueueId: number;
  pageSize: number;
  offset: number;
}

type Given = ActorInSql & InSqlOf<Place>;

/** The items of a queue, with what they are sorted by. The total needs every one, so the page is sorted in the same pass. */
function foundIn(given: Given, layout: Layout, filters: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  const { key, joins } = sortOf(layout);
  const conditions = [sql`w.work_queue_id = ${given.workQueueId}`, inStatus(layout.status), ...filters];
  const parts = itemParts(given, { workQueueId: layout.kindId }).map(
    (
      part,
    ) => sql`select w.work_queue_encounter_id, ${isUrgent} as is_urgent, ${urgentKey(layout)} as urgent_key, ${key} as sort_key
      from ${part} ${joins} where ${sql.join(conditions, sql` and `)}`,
  );
  return sql`found as materialized (${sql.join(parts, sql` union all `)})`;
}

/** Plain rows, because wrapping them in one JSON value takes a quarter of the query time. */
function pageOf(given: Given, layout: Layout, filters: readonly RawBuilder<unknown>[] = []) {
  return sql<ItemRow & Totals>`with ${foundIn(given, layout, filters)} ${itemsOf(given, layout)}`;
}

const unfilteredPage = fixedStatement<ActorIds & Place, ItemRow & Totals, Layout>((given, layout) =>
  pageOf(given, layout),
);

/**
 * One page of a queue with its exact total, in one round trip; a page beyond the end needs a second query for the total.
 */
export async function findItems(db: Db, actor: Actor, search: Search) {
  const { workQueueId, pageSize, page, status, sortBy, sortDirection, urgentFirst } = search;
  const kind = kindOf(workQueueId);
  const layout = { status, sortBy, sortDirection, urgentFirst, kindId: kind?.workQueueId ?? 0 };
  const given = { ...actor, workQueueId, pageSize, offset: (page - 1) * pageSize };
  const filters = filterConditions(actor, search);
  const rows =
    filters.length === 0
      ? await unfilteredPage(db, given, layout)
      : (await pageOf(given, layout, filters).execute(db)).rows;
  const totals =
    rows[0] ??
    (given.offset === 0 ? noItems : await findTotals(db, sql`with ${foundIn(given, layout, filters)} select ${total}`));
  const warning = kind?.completionWarning ?? null;
  const items = rows.map((row) => ({
    ...row,
    completionWarning: row.status === 'open' && !row.isAnswered ? warning : null,
    can: allowances(actor, queueItemPolicy, row),
  }));
  return {
    items,
    page,
    numPages: Math.ceil(totals.total / pageSize),
    totalItemCount: totals.total,
    urgentItemCount: totals.urgent,
  };
}

/** Numbers of items on all pages. */
interface Totals {
  total: number;
  urgent: number;
}
const noItems: Totals = { total: 0, urgent: 0 };
const total = sql<Totals>`(select count(*) from found)::int as total,
  (select count(*) from found where is_urgent)::int as urgent`;

async function findTotals(db: Db, query: RawBuilder<unknown>): Promise<Totals> {
  const { rows } = await sql<Totals>`${query}`.execute(db);
  return rows[0] ?? noItems;
}

/** Whether an item `w` is open, and STAT or overdue. */
const isUrgent = sql<boolean>`(w.status = 'open' and w.on_top_from <= now())`;

/** The due time of an urgent item, which is in the item itself unless it is STAT. */
function urgentKey({ kindId, urgentFirst }: Layout): RawBuilder<unknown> {
  if (!urgentFirst) return sql`null::timestamptz`;
  const due = ofQueueSubject(kindId, ({ dueAt }) => dueAt(subjectId));
  return sql`case when ${isUrgent} then case when w.on_top_from = '-infinity' then ${due} else w.on_top_from end end`;
}

interface ItemTables {
  w: 'work_queue_encounter';
  p: 'patient';
  e?: 'patient_encounter';
  f?: 'facility';
}

type ForRules = 'isOwned' | 'isOfUser' | 'isAnswered' | 'hasProvider';
type ItemRow = Omit<WorkQueueItem, 'can' | 'completionWarning'> & Pick<QueueItemRow, ForRules>;

const shownItem = shape<Omit<ItemRow, QueueSubjectType | ForRules | 'sharedByName'>, ItemTables>({
  workQueueEncounterId: 'w.work_queue_encounter_id',
  workQueueId: 'w.work_queue_id',
  status: 'w.status',
  isUrgent,
  version: 'w.version',
  patient: patientSummary.nested,
  patientEncounterId: 'w.patient_encounter_id',
  encounterDate: iso('w.encounter_date'),
  timeZone: 'e.time_zone',
  encounterType: 'e.encounter_type',
  facilityName: sql`coalesce(f.name, e.facility_name)`,
  createdAt: iso('w.created_at'),
  completedAt: iso('w.completed_at'),
  completedByName: userName('w.completed_by_user_id'),
  subjectType: 'w.subject_type',
  subjectId: 'w.subject_id',
  claim: claimOf,
  sharedCount: sql`(select count(*) from work_queue_encounter_access s
    where s.work_queue_encounter_id = w.work_queue_encounter_id)::int`,
  openTaskCount,
});

function itemsOf(given: Given, layout: Layout): RawBuilder<unknown> {
  const { kindId } = layout;
  const item = shape<Omit<ItemRow, QueueSubjectType>, ItemTables>({
    ...shownItem.columns,
    sharedByName: sharedByName(given),
    isOwned: isOwned(given, kindId),
    isOfUser: isOfUser(given),
    isAnswered: sql`coalesce(${ofQueueSubject(kindId, (subject) => subject.isAnswered(subjectId))}, false)`,
    // Only these queues ask for it.
    hasProvider:
      kindOf(kindId)?.endedByProvider === true
        ? sql`(${ofQueueSubject(kindId, (subject) => subject.providerId(subjectId))} is not null)`
        : sql`false`,
  });
  return sql`
    select ${total}, ${item.select}, ${subjectFields(layout)}
    from (select * from found order by ${ordered('', layout)}
      limit ${given.pageSize} offset ${given.offset}) as page
    join work_queue_encounter w using (work_queue_encounter_id) join patient p on p.patient_id = w.patient_id
    left join patient_encounter e on e.patient_encounter_id = w.patient_encounter_id
    left join facility f on f.facility_id = e.facility_id
    order by ${ordered('page.', layout)}`;
}

/** The list data for the subject of an item `w`, in the field of its type; the fields of other types are null. */
function subjectFields({ kindId }: Layout): RawBuilder<unknown> {
  const fields = queueSubjectTypes.map((type) => {
    const row = ofQueueSubject(kindId, (subject) =>
      subject.type === type ? subject.row(subjectId, kindId) : sql`null`,
    );
    return sql`${row} as ${sql.ref(type)}`;
  });
  return sql.join(fields);
}

function sortOf({ kindId, sortBy }: Layout): { key: RawBuilder<unknown>; joins: RawBuilder<unknown> } {
  const keys = {
    encounterDate: { key: sql`w.encounter_date`, joins: sql`` },
    createdAt: { key: sql`w.created_at`, joins: sql`` },
    dueAt: { key: ofQueueSubject(kindId, ({ dueAt }) => dueAt(subjectId)), joins: sql`` },
    patientName: { key: sql`p.last_first`, joins: sql`join patient p on p.patient_id = w.patient_id` },
  };
  return keys[sortBy];
}

function ordered(table: '' | 'page.', layout: Layout): RawBuilder<unknown> {
  const direction = directionOf(layout);
  const urgent = layout.urgentFirst ? `${table}is_urgent desc, ${table}urgent_key nulls last, ` : '';
  return sql.raw(`${urgent}${table}sort_key ${direction}, ${table}work_queue_encounter_id ${direction}`);
}

/** Returns one of two constants, so that caller input is never put into SQL. */
function directionOf({ sortDirection }: Layout): 'asc' | 'desc' {
  return sortDirection === 'ASC' ? 'asc' : 'desc';
}
