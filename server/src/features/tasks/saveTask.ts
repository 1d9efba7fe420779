import type { TaskFields } from '@careloop/contracts/tasks';
import { sql } from 'kysely';

import type { Actor } from '../../platform/identity/actor.ts';
import { inNameOf, principalOf } from '../../platform/identity/actor.ts';
import type { Authorized } from '../../core/access/authorize.ts';
import { patientAudience } from '../../core/access/patientAudience.ts';
import { record } from '../../platform/audit/record.ts';
import type { Db } from '../../platform/db/client.ts';
import { publish } from '../../platform/realtime/publish.ts';
import { openItemRooms } from '../../core/work-queues/queueItems.ts';
import { readAnswers } from './answers.ts';
import { requireAssignee } from './assignees.ts';
import type { TaskSubjectRow } from './policy.ts';
import type { LockedTask } from './shared/taskQueries.ts';

type Action = 'created' | 'changed' | 'started' | 'completed' | 'reopened';

interface Change {
  taskId: number;
  patientId: number;
  workQueueEncounterId: number | null;
  action: Action;
  from: string | null;
  to: string;
  /** The new assignee, if changed. */
  assignedToUserId?: number | null;
  version: number;
}

interface NewTask extends TaskFields {
  patientEncounterId: number | null;
  workQueueEncounterId: number | null;
}

export async function createTask(db: Db, actor: Actor, subject: Authorized<TaskSubjectRow, 'addTask'>, input: NewTask) {
  const { patientId, clientId } = subject;
  const { assignedToUserId, workQueueEncounterId } = input;
  await requireAssignee(db, actor, { patientId, assignedToUserId, before: null });
  const answers = await readAnswers(db, { answers: {}, ...input, clientId, before: null });
  const { task_id: taskId } = await db
    .insertInto('task')
    .values({
      patient_id: patientId,
      patient_encounter_id: input.patientEncounterId,
      work_queue_encounter_id: workQueueEncounterId,
      task_template_id: input.taskTemplateId,
      description: input.description,
      answers: JSON.stringify(answers),
      assigned_to_user_id: assignedToUserId,
      due_at: dueOf(input),
      created_by_user_id: actor.userId,
      on_behalf_of_user_id: actor.onBehalfOfUserId,
    })
    .returning('task_id')
    .executeTakeFirstOrThrow();
  await keep(db, actor, {
    taskId,
    patientId,
    workQueueEncounterId,
    action: 'created',
    from: null,
    to: 'pending',
    assignedToUserId,
    version: 1,
  });
  return { taskId, version: 1 };
}

export async function updateTask(db: Db, actor: Actor, task: Authorized<LockedTask, 'edit'>, input: TaskFields) {
  const { taskId, patientId, clientId, workQueueEncounterId, status, assignedToUserId: before } = task;
  const { assignedToUserId } = input;
  await requireAssignee(db, actor, { patientId, assignedToUserId, before });
  const isKept = input.answers === undefined && input.taskTemplateId === task.taskTemplateId;
  const answers = isKept
    ? undefined
    : await readAnswers(db, { answers: {}, ...input, clientId, before: task.taskTemplateId });
  const version = task.version + 1;
  await db
    .updateTable('task')
    .set({
      description: input.description,
      task_template_id: input.taskTemplateId,
      ...(answers !== undefined && { answers: JSON.stringify(answers) }),
      assigned_to_user_id: assignedToUserId,
      due_at: dueOf(input),
      version,
    })
    .where('task_id', '=', taskId)
    .execute();
  await keep(db, actor, {
    taskId,
    patientId,
    workQueueEncounterId,
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
  const { taskId, patientId, workQueueEncounterId, assignedToUserId } = task;
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
    workQueueEncounterId,
    action,
    from: task.status,
    to,
    version,
  });
  return { taskId, version };
}

const dueOf = ({ dateDue }: TaskFields) => (dateDue === null ? null : new Date(dateDue));

/** Records a change in timeline and audit, and publishes it to everyone who may see the patient or item. */
async function keep(db: Db, actor: Actor, change: Change): Promise<void> {
  const { taskId, patientId, workQueueEncounterId, action, from, to, assignedToUserId = null, version } = change;
  await db
    .insertInto('task_event')
    .values({
      task_id: taskId,
      user_id: actor.userId,
      on_behalf_of_user_id: actor.onBehalfOfUserId,
      action,
      from_status: from,
      to_status: to,
      assigned_to_user_id: assignedToUserId,
    })
    .execute();
  await record(db, actor, {
    action: `task.${action}`,
    patientId,
    subjectType: 'task',
    subjectId: taskId,
    details: { version, for: principalOf(actor), ...(from !== to && { from, to }), assignedToUserId },
  });
  const queue = workQueueEncounterId === null ? [] : await openItemRooms(db, workQueueEncounterId);
  const rooms = [...new Set([...(await patientAudience(db, patientId)), ...queue])];
  await publish(db, rooms, 'TaskChangedEvent', { patientId, taskId });
}
