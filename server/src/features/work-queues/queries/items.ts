import type { InputOf } from '@careloop/contracts/endpoint';
import { queueSubjectTypes } from '@careloop/contracts/work-queues';
import type { listWorkQueueItems, QueueSubjectType, WorkQueueItem } from '@careloop/contracts/work-queues';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import type { Actor } from '../../../platform/identity/actor.ts';
import { allowances } from '../../../core/access/authorize.ts';
import { userName } from '../../../platform/identity/userName.ts';
import type { Db } from '../../../platform/db/client.ts';
import { iso, shape } from '../../../platform/db/shape.ts';
import { patientSummary } from '../../patients/shared/queries/patients.ts';
import { kindOf } from '../../queueKinds.ts';
import { openTaskCount } from '../../../core/tasks/taskSummary.ts';
import { claimOf } from '../claims.ts';
import { inStatus, ofQueueSubject, whereFiltered } from '../itemFilters.ts';
import { isOfUser, isOwned, itemParts, sharedByName } from '../itemParts.ts';
import { queueItemPolicy } from '../policy.ts';
import type { QueueItemRow } from '../policy.ts';

type Search = InputOf<typeof listWorkQueueItems>;

const subjectId = sql.ref('w.subject_id');

/**
 * One page of a queue with its exact total, in one round trip; a page beyond the end needs a second query for the total. The
 * total needs every item of the queue, so the page is sorted in the same pass.
 */
export async function findItems(db: Db, actor: Actor, search: Search) {
  const inQueue = sql`w.work_queue_id = ${search.workQueueId} and ${inStatus(search.status)} ${whereFiltered(actor, search)}`;
  const offset = (search.page - 1) * search.pageSize;
  const { key, joins } = sortOf(search);
  const parts = itemParts(actor, { workQueueId: search.workQueueId }).map(
    (
      part,
    ) => sql`select w.work_queue_encounter_id, ${isUrgent} as is_urgent, ${urgentKey(search)} as urgent_key, ${key} as sort_key
      from ${part} ${joins} where ${inQueue}`,
  );
  const found = sql`found as materialized (${sql.join(parts, sql` union all `)})`;
  const total = sql<Totals>`(select count(*) from found)::int as total,
    (select count(*) from found where is_urgent)::int as urgent`;
  // Plain rows, because wrapping them in one JSON value takes a quarter of the query time.
  const { rows } = await sql<ItemRow & Totals>`with ${found} ${itemsOf(actor, search, offset, total)}`.execute(db);
  const totals = rows[0] ?? (offset === 0 ? noItems : await findTotals(db, sql`with ${found} select ${total}`));
  const warning = kindOf(search.workQueueId)?.completionWarning ?? null;
  const items = rows.map((row) => ({
    ...row,
    completionWarning: row.status === 'open' && !row.isAnswered ? warning : null,
    can: allowances(actor, queueItemPolicy, row),
  }));
  return {
    items,
    page: search.page,
    numPages: Math.ceil(totals.total / search.pageSize),
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

async function findTotals(db: Db, query: RawBuilder<unknown>): Promise<Totals> {
  const { rows } = await sql<Totals>`${query}`.execute(db);
  return rows[0] ?? noItems;
}

/** Whether an item `w` is open, and STAT or overdue. */
const isUrgent = sql<boolean>`(w.status = 'open' and w.on_top_from <= now())`;

/** The due time of an urgent item, which is in the item itself unless it is STAT. */
function urgentKey({ workQueueId, urgentFirst }: Search): RawBuilder<unknown> {
  if (!urgentFirst) return sql`null::timestamptz`;
  const due = ofQueueSubject(workQueueId, ({ dueAt }) => dueAt(subjectId));
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
  patient: patientSummary.json,
  patientEncounterId: 'w.patient_encounter_id',
  encounterDate: iso('w.encounter_date'),
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

function itemsOf(actor: Actor, search: Search, offset: number, total: RawBuilder<Totals>) {
  const { workQueueId } = search;
  const item = shape<Omit<ItemRow, QueueSubjectType>, ItemTables>({
    ...shownItem.columns,
    sharedByName: sharedByName(actor),
    isOwned: isOwned(actor, workQueueId),
    isOfUser: isOfUser(actor),
    isAnswered: sql`coalesce(${ofQueueSubject(workQueueId, (subject) => subject.isAnswered(subjectId))}, false)`,
    // Only these queues ask for it.
    hasProvider:
      kindOf(workQueueId)?.endedByProvider === true
        ? sql`(${ofQueueSubject(workQueueId, (subject) => subject.providerId(subjectId))} is not null)`
        : sql`false`,
  });
  return sql`
    select ${total}, ${item.select}, ${subjectFields(search)}
    from (select * from found order by ${ordered('', search)}
      limit ${search.pageSize} offset ${offset}) as page
    join work_queue_encounter w using (work_queue_encounter_id) join patient p on p.patient_id = w.patient_id
    left join patient_encounter e on e.patient_encounter_id = w.patient_encounter_id
    left join facility f on f.facility_id = e.facility_id
    order by ${ordered('page.', search)}`;
}

/** The list data for the subject of an item `w`, in the field of its type; the fields of other types are null. */
function subjectFields(search: Search): RawBuilder<unknown> {
  const fields = queueSubjectTypes.map((type) => {
    const row = ofQueueSubject(search.workQueueId, (subject) =>
      subject.type === type ? subject.row(subjectId, search.workQueueId) : sql`null`,
    );
    return sql`${row} as ${sql.ref(type)}`;
  });
  return sql.join(fields);
}

function sortOf(search: Search): { key: RawBuilder<unknown>; joins: RawBuilder<unknown> } {
  const keys = {
    encounterDate: { key: sql`w.encounter_date`, joins: sql`` },
    createdAt: { key: sql`w.created_at`, joins: sql`` },
    dueAt: { key: ofQueueSubject(search.workQueueId, ({ dueAt }) => dueAt(subjectId)), joins: sql`` },
    patientName: { key: sql`p.last_first`, joins: sql`join patient p on p.patient_id = w.patient_id` },
  };
  return keys[search.sortBy];
}

function ordered(table: '' | 'page.', search: Search): RawBuilder<unknown> {
  const direction = directionOf(search);
  const urgent = search.urgentFirst ? `${table}is_urgent desc, ${table}urgent_key nulls last, ` : '';
  return sql.raw(`${urgent}${table}sort_key ${direction}, ${table}work_queue_encounter_id ${direction}`);
}

/** Returns one of two constants, so that caller input is never put into SQL. */
function directionOf({ sortDirection }: Search): 'asc' | 'desc' {
  return sortDirection === 'ASC' ? 'asc' : 'desc';
}
