import type { Task, TaskEvent } from '@careloop/contracts/tasks';
import { taskLimits } from '@careloop/contracts/tasks';
import type { InputOf } from '@careloop/contracts/endpoint';
import type { listTasks } from '@careloop/contracts/tasks';
import type { TaskTag } from '@careloop/contracts/tasks/tags';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import type { Actor } from '../../../platform/identity/actor.ts';
import { allowances } from '../../../core/access/authorize.ts';
import { deniedPatient, maySeePatient, seesByTeamOrClient } from '../../../core/access/patientAccess.ts';
import { userName } from '../../../platform/identity/userName.ts';
import type { Db } from '../../../platform/db/client.ts';
import type { LastChange } from '../../../platform/errors.ts';
import { pageOf, readCursor } from '../../../platform/db/cursor.ts';
import { lockRows } from '../../../platform/db/lockRows.ts';
import { iso, shape } from '../../../platform/db/shape.ts';
import { patientSummary } from '../../patients/shared/queries/patients.ts';
import { isItemOf } from '../../work-queues/shared/queries/queues.ts';
import { taskPolicy } from '../policy.ts';
import type { TaskRow, TaskSubjectRow } from '../policy.ts';
import { dueOrder, isPastDue, taskSummary } from '../../../core/tasks/taskSummary.ts';

/** Whether the actor may see a task `t` of a patient `p`: they may see the patient, or work on its open queue item. */
export function maySeeTask(actor: Actor): RawBuilder<boolean> {
  return sql<boolean>`(${maySeePatient(actor)} or ${isOpenItemOf(actor, sql.ref('t.work_queue_encounter_id'))})`;
}

/** Whether an item is open, about patient `p` and the actor's. The owner of a completed item no longer sees its tasks. */
function isOpenItemOf(actor: Actor, itemId: RawBuilder<unknown>, opens = maySeePatient): RawBuilder<boolean> {
  return sql<boolean>`(exists (select from work_queue_encounter oi where oi.work_queue_encounter_id = ${itemId}
    and oi.status = 'open' and oi.patient_id = p.patient_id) and ${isItemOf(actor, itemId, opens)})`;
}

type StoredTask = Omit<Task, 'can'> &
  Pick<TaskRow, 'isEmergencyOnly'> & { storedStatus: TaskRow['status']; key: string };

const tagsOfTask = shape<TaskTag, { g: 'task_tag' }>({ taskTagId: 'g.task_tag_id', tagName: 'g.tag_name' }).jsonArray({
  from: sql`task_tag g where g.task_tag_id = any(t.task_tag_ids)`,
  orderBy: sql`search_key(g.tag_name)`,
});

function storedTask(actor: Actor, key: RawBuilder<string>) {
  return shape<StoredTask, { t: 'task'; p: 'patient' }>({
    ...taskSummary.columns,
    patient: patientSummary.nested,
    patientEncounterId: 't.patient_encounter_id',
    workQueueEncounterId: 't.work_queue_encounter_id',
    workQueueId: sql`(select w.work_queue_id from work_queue_encounter w
      where w.work_queue_encounter_id = t.work_queue_encounter_id)`,
    isAssigneeInactive: sql`exists (select from user_account a where a.user_id = t.assigned_to_user_id and not a.is_active)`,
    taskTemplateId: 't.task_template_id',
    templateName: sql`(select tt.name from task_template tt where tt.task_template_id = t.task_template_id)`,
    answers: sql`t.answers`,
    tags: tagsOfTask,
    createdByName: userName('t.created_by_user_id'),
    dateCreated: iso('t.date_created'),
    completedAt: iso('t.completed_at'),
    completedByName: userName('t.completed_by_user_id'),
    sourceSystem: 't.source_system',
    version: 't.version',
    storedStatus: 't.status',
    isEmergencyOnly: isTaskEmergencyOnly(actor),
    key,
  });
}

/** Whether the actor has access to task `t` of patient `p` only by emergency access, not by care team, client or queue. */
function isTaskEmergencyOnly(actor: Actor): RawBuilder<boolean> {
  return sql<boolean>`(not ${seesByTeamOrClient(actor)}
    and not ${isOpenItemOf(actor, sql.ref('t.work_queue_encounter_id'), seesByTeamOrClient)})`;
}

function shownTask(actor: Actor, row: StoredTask): Task {
  const { storedStatus, isEmergencyOnly, key: _key, ...task } = row;
  return {
    ...task,
    can: allowances(actor, taskPolicy, { status: storedStatus, isReadOnly: task.isReadOnly, isEmergencyOnly }),
  };
}

type Search = InputOf<typeof listTasks>;

/** The subject of the list, as a condition on `t`. */
function isAbout(
  actor: Actor,
  { patientId, patientEncounterId, workQueueEncounterId, relation }: Search,
): RawBuilder<boolean> {
  const parts: RawBuilder<boolean>[] = [];
  if (patientId !== undefined) parts.push(sql`t.patient_id = ${patientId}`);
  if (patientEncounterId !== undefined) parts.push(sql`t.patient_encounter_id = ${patientEncounterId}`);
  if (workQueueEncounterId !== undefined) parts.push(sql`t.work_queue_encounter_id = ${workQueueEncounterId}`);
  if (parts.length > 0) return sql.join(parts, sql` and `);
  return relation === 'added' ? sql`${authorUserId} = ${actor.grantedUserId}` : isAssignedTo(actor);
}

/** Who added task `t`, or the person it was added for; null if it comes from another system. */
export const authorUserId = sql<number | null>`coalesce(t.on_behalf_of_user_id, t.created_by_user_id)`;

/** Tasks assigned to the user, or to the person they act for. */
export function isAssignedTo(actor: Actor): RawBuilder<boolean> {
  return sql<boolean>`t.assigned_to_user_id = ${actor.grantedUserId}`;
}

/** One page of tasks the actor may see. */
export async function findTasks(db: Db, actor: Actor, search: Search) {
  const isCompleted = search.state === 'completed';
  const [order, type] = isCompleted ? [sql`t.completed_at`, sql`timestamptz`] : [dueOrder, sql`date`];
  const after = readCursor(search.cursor);
  const behind =
    after === null
      ? sql``
      : sql`and (${order}, t.task_id) ${sql.raw(isCompleted ? '<' : '>')} (${after.key}::${type}, ${after.id})`;
  const direction = sql.raw(isCompleted ? 'desc' : 'asc');
  const tagged = search.taskTagId === undefined ? sql`` : sql`and ${search.taskTagId} = any(t.task_tag_ids)`;
  const task = storedTask(actor, sql<string>`(${order})::text`);
  const { rows } = await task.from`task t join patient p on p.patient_id = t.patient_id
    where ${isAbout(actor, search)} and ${sql.raw(isCompleted ? `t.status = 'completed'` : `t.status <> 'completed'`)}
      ${tagged} and ${maySeeTask(actor)} ${behind}
    order by ${order} ${direction}, t.task_id ${direction} limit ${search.pageSize + 1}`.execute(db);
  const page = pageOf(rows, search.pageSize, (row) => ({ key: row.key, id: row.taskId }));
  return { ...page, items: page.items.map((row) => shownTask(actor, row)) };
}

/** One task; undefined if the actor may not see it. */
export async function findTask(db: Db, actor: Actor, taskId: number): Promise<Task | undefined> {
  const { rows } = await storedTask(actor, sql<string>`''`).from`task t join patient p on p.patient_id = t.patient_id
    where t.task_id = ${taskId} and ${maySeeTask(actor)}`.execute(db);
  return rows[0] && shownTask(actor, rows[0]);
}

const event = shape<TaskEvent, { e: 'task_event' }>({
  taskEventId: 'e.task_event_id',
  occurredAt: iso('e.occurred_at'),
  userName: sql`${userName('e.user_id')}`,
  onBehalfOfName: userName('e.on_behalf_of_user_id'),
  action: 'e.action',
  assignedToName: userName('e.assigned_to_user_id'),
});

/** The history of a task, latest first. The caller has checked access to the task. */
export async function findTaskEvents(db: Db, taskId: number): Promise<TaskEvent[]> {
  const { rows } = await event.from`task_event e where e.task_id = ${taskId}
    order by e.task_event_id desc limit 200`.execute(db);
  return rows;
}

const lastChange = shape<LastChange, { e: 'task_event' }>({
  changedByUserId: 'e.user_id',
  changedBy: userName('e.user_id'),
  changedAt: iso('e.occurred_at'),
  what: 'e.action',
});

/** The last change of a task, for a caller with a stale version. */
export async function findLastTaskChange(db: Db, taskId: number): Promise<LastChange | undefined> {
  const { rows } = await lastChange.from`task_event e where e.task_id = ${taskId}
    order by e.task_event_id desc limit 1`.execute(db);
  return rows[0];
}

/**
 * The open tasks of a queue item; undefined if it is not the actor's. For a completed item, an owner who may not see the
 * patient gets none.
 */
export async function findPreview(db: Db, actor: Actor, workQueueEncounterId: number) {
  const itemId = sql`${workQueueEncounterId}::bigint`;
  const { rows } = await sql<{ patient_id: number; is_shown: boolean }>`
    select p.patient_id, w.status = 'open' or ${maySeePatient(actor)} as is_shown
    from work_queue_encounter w join patient p on p.patient_id = w.patient_id
    where w.work_queue_encounter_id = ${itemId} and ${isItemOf(actor, itemId)}`.execute(db);
  const [item] = rows;
  if (item === undefined) return undefined;
  const { rows: tasks } = await taskSummary.from`task t
    where t.work_queue_encounter_id = ${workQueueEncounterId} and t.status <> 'completed' and ${item.is_shown}
    order by ${dueOrder}, t.task_id limit 100`.execute(db);
  return { patientId: item.patient_id, tasks: tasks.slice(0, taskLimits.preview), openCount: tasks.length };
}

/** The number of the user's open tasks about patients and items they may see. */
export async function countMine(db: Db, actor: Actor) {
  const counts = shape<{ openCount: number; pastDueCount: number }, { t: 'task' }>({
    openCount: sql`count(*)::int`,
    pastDueCount: sql`(count(*) filter (where ${isPastDue}))::int`,
  });
  const { rows } = await counts.from`task t join patient p on p.patient_id = t.patient_id
    where ${isAssignedTo(actor)} and t.status <> 'completed' and ${maySeeTask(actor)}`.execute(db);
  return rows[0] ?? { openCount: 0, pastDueCount: 0 };
}

export interface LockedTask extends TaskRow {
  taskId: number;
  patientId: number;
  clientId: number;
  workQueueEncounterId: number | null;
  taskTemplateId: number | null;
  assignedToUserId: number | null;
  dateDue: string | null;
  description: string;
  taskTagIds: number[];
  version: number;
}

/** Loads and locks a task; undefined if the actor may not see it. */
export async function lockTask(db: Db, actor: Actor, taskId: number): Promise<LockedTask | undefined> {
  const row = shape<LockedTask, { t: 'task'; p: 'patient' }>({
    taskId: 't.task_id',
    patientId: 't.patient_id',
    clientId: 'p.client_id',
    workQueueEncounterId: 't.work_queue_encounter_id',
    taskTemplateId: 't.task_template_id',
    assignedToUserId: 't.assigned_to_user_id',
    dateDue: 't.date_due',
    description: 't.description',
    taskTagIds: 't.task_tag_ids',
    status: 't.status',
    version: 't.version',
    isReadOnly: sql`t.source_system is not null`,
    isEmergencyOnly: isTaskEmergencyOnly(actor),
  });
  const statement = sql`task t join patient p on p.patient_id = t.patient_id
    where t.task_id = ${taskId} and ${maySeeTask(actor)}`;
  return (await lockRows(db, row, statement, { of: { t: 'task' } }))[0];
}

interface SubjectIds {
  patientId: number;
  patientEncounterId?: number | null | undefined;
  workQueueEncounterId?: number | null | undefined;
}

/**
 * The subject of a new task, and whether encounter and item belong to the patient.
 * @throws AppError `unauthorized_patient` if the actor may see neither the patient nor the item
 */
export async function findTaskSubject(db: Db, actor: Actor, ids: SubjectIds) {
  const { patientId, patientEncounterId = null, workQueueEncounterId = null } = ids;
  const isItem = isOpenItemOf(actor, sql`${workQueueEncounterId}::bigint`);
  const row = shape<TaskSubjectRow & { isWhole: boolean }, { p: 'patient' }>({
    patientId: 'p.patient_id',
    clientId: 'p.client_id',
    isEmergencyOnly: sql`(not ${seesByTeamOrClient(actor)}
      and not ${isOpenItemOf(actor, sql`${workQueueEncounterId}::bigint`, seesByTeamOrClient)})`,
    isWhole: sql`((${patientEncounterId}::bigint is null or exists (select from patient_encounter e
        where e.patient_encounter_id = ${patientEncounterId} and e.patient_id = p.patient_id and ${maySeePatient(actor)}))
      and (${workQueueEncounterId}::bigint is null or exists (select from work_queue_encounter i
        where i.work_queue_encounter_id = ${workQueueEncounterId} and i.patient_id = p.patient_id and ${isItem})))`,
  });
  const { rows } = await row.from`patient p where p.patient_id = ${patientId}
    and (${maySeePatient(actor)} or (p.merged_into_patient_id is null and ${isItem}))`.execute(db);
  if (rows[0] === undefined) throw await deniedPatient(db, actor, patientId);
  return rows[0];
}
