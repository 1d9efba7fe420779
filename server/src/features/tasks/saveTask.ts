import type { InputOf } from '@careloop/contracts/endpoint';
import type { createTask as createEndpoint, TaskFields, updateTask as updateEndpoint } from '@careloop/contracts/tasks';
import { sql } from 'kysely';

import type { Actor } from '../../platform/identity/actor.ts';
import { inNameOf, principalOf } from '../../platform/identity/actor.ts';
import type { Authorized } from '../../core/access/authorize.ts';
import { patientRooms } from '../../core/access/patientAudience.ts';
import { record } from '../../platform/audit/record.ts';
import type { Db } from '../../platform/db/client.ts';
import { batchedInsert } from '../../platform/db/batchedInsert.ts';
import { beforeCommit } from '../../platform/db/transaction.ts';
import { writes } from '../../platform/db/writes.ts';
import type { Stores } from '../../platform/db/writes.ts';
import { createAudience } from '../../platform/realtime/publish.ts';
import { roomsOfItem } from '../../core/work-queues/queueItems.ts';
import { readAnswers } from './answers.ts';
import { requireAssignee } from './assignees.ts';
import type { TaskSubjectRow } from './policy.ts';
import type { LockedTask } from './shared/queries.ts';
import { requireTags } from './tags.ts';

type NewTask = InputOf<typeof createEndpoint>;
type ChangedTask = InputOf<typeof updateEndpoint>;
type Action = 'created' | 'changed' | 'started' | 'completed' | 'reopened';

interface Change {
  taskId: number;
  patientId: number;
  action: Action;
  from: string | null;
  to: string;
  /** The new assignee, if changed. */
  assignedToUserId?: number | null;
  version: number;
}

const taskColumns = {
  description: 'description',
  taskTemplateId: 'task_template_id',
  assignedToUserId: 'assigned_to_user_id',
  dateDue: 'date_due',
  taskTagIds: 'task_tag_ids',
} as const satisfies Stores<TaskFields, 'task', 'answers'>;

const newColumnsOf = writes<NewTask, 'task', 'answers'>()({
  patientId: 'patient_id',
  patientEncounterId: (id) => ({ patient_encounter_id: id ?? null }),
  workQueueEncounterId: (id) => ({ work_queue_encounter_id: id ?? null }),
  ...taskColumns,
});

const changedColumnsOf = writes<ChangedTask, 'task', 'taskId' | 'version' | 'answers'>()(taskColumns);

export async function createTask(db: Db, actor: Actor, subject: Authorized<TaskSubjectRow, 'addTask'>, input: NewTask) {
  const { patientId, clientId } = subject;
  const { assignedToUserId, taskTagIds = [] } = input;
  await requireAssignee(db, actor, { patientId, assignedToUserId, before: null });
  await requireTags(db, { clientId, taskTagIds, before: [] });
  const answers = await readAnswers(db, { answers: {}, ...input, clientId, before: null });
  const { task_id: taskId } = await db
    .insertInto('task')
    .values({
      ...newColumnsOf(input),
      answers: JSON.stringify(answers),
      created_by_user_id: actor.userId,
      on_behalf_of_user_id: actor.onBehalfOfUserId,
    })
    .returning('task_id')
    .executeTakeFirstOrThrow();
  await keep(db, actor, {
    taskId,
    patientId,
    action: 'created',
    from: null,
    to: 'pending',
    assignedToUserId,
    version: 1,
  });
  return { taskId, version: 1 };
}

export async function updateTask(db: Db, actor: Actor, task: Authorized<LockedTask, 'edit'>, input: ChangedTask) {
  const { taskId, patientId, clientId, status, assignedToUserId: before } = task;
  const { assignedToUserId, taskTagIds = task.taskTagIds } = input;
  await requireAssignee(db, actor, { patientId, assignedToUserId, before });
  await requireTags(db, { clientId, taskTagIds, before: task.taskTagIds });
  const isKept = input.answers === undefined && input.taskTemplateId === task.taskTemplateId;
  const answers = isKept
    ? undefined
    : await readAnswers(db, { answers: {}, ...input, clientId, before: task.taskTemplateId });
  const version = task.version + 1;
  await db
    .updateTable('task')
    .set({
      ...changedColumnsOf(input),
      ...(answers !== undefined && { answers: JSON.stringify(answers) }),
      version,
    })
    .where('task_id', '=', taskId)
    .execute();
  await keep(db, actor, {
    taskId,
    patientId,
    action: 'changed',
    from: status,
    to: status,
    ...(before !== assignedToUserId && { assignedToUserId }),
    version,
  });
  return { taskId, version };
}

type Settable = Authorized<LockedTask, 'start'> | Authorized<LockedTask, 'complete'> | Authorized<LockedTask, 'reopen'>;

const statusAfter = { started: 'in_progress', completed: 'completed', reopened: 'pending' } as const;

/** Starts, completes or reopens a task. Done on behalf of the assignee if the actor acts for them. */
export async function setTaskStatus(db: Db, actor: Actor, task: Settable, action: keyof typeof statusAfter) {
  const { taskId, patientId, assignedToUserId } = task;
  const to = statusAfter[action];
  const version = task.version + 1;
  await db
    .updateTable('task')
    .set({
      status: to,
      completed_at: to === 'completed' ? sql<Date>`now()` : null,
      completed_by_user_id: to === 'completed' ? actor.userId : null,
      version,
    })
    .where('task_id', '=', taskId)
    .execute();
  await keep(db, inNameOf(actor, assignedToUserId), {
    taskId,
    patientId,
    action,
    from: task.status,
    to,
    version,
  });
  return { taskId, version };
}

const timelineRows = batchedInsert('task_timeline', 'task_event', {
  task_id: 'bigint',
  user_id: 'bigint',
  on_behalf_of_user_id: 'bigint',
  action: 'text',
  from_status: 'text',
  to_status: 'text',
  assigned_to_user_id: 'bigint',
});

const openItem = sql<boolean>`w.status = 'open'`;
/** Everyone who may see the task's patient, or the open item that it is part of. */
const taskAudience = createAudience(
  'task',
  (id) => sql`select seen.room from task t
    cross join lateral (${patientRooms(sql`t.patient_id`)} union ${roomsOfItem(sql`t.work_queue_encounter_id`, openItem)}) as seen
    where t.task_id = ${id}`,
);

/** Records a change in timeline and audit, and publishes it to everyone who may see the patient or item. */
async function keep(db: Db, actor: Actor, change: Change): Promise<void> {
  const { taskId, patientId, action, from, to, assignedToUserId = null, version } = change;
  const kept = {
    task_id: taskId,
    user_id: actor.userId,
    on_behalf_of_user_id: actor.onBehalfOfUserId,
    action,
    from_status: from,
    to_status: to,
    assigned_to_user_id: assignedToUserId,
  };
  await beforeCommit(db, timelineRows, [kept]);
  await record(db, actor, {
    action: `task.${action}`,
    patientId,
    subjectType: 'task',
    subjectId: taskId,
    details: { version, for: principalOf(actor), ...(from !== to && { from, to }), assignedToUserId },
  });
  await taskAudience.publish(db, taskId, 'TaskChangedEvent', { patientId, taskId });
}
