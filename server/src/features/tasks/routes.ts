import {
  countMyTasks,
  createTask,
  getTask,
  getTaskPreview,
  listTaskAssignees,
  listTasks,
  setTaskStatus,
  taskTexts,
  updateTask,
} from '@careloop/contracts/tasks';
import { listTaskTags } from '@careloop/contracts/tasks/tags';
import { listTaskTemplates } from '@careloop/contracts/tasks/templates';

import type { Actor } from '../../platform/identity/actor.ts';
import { authorize } from '../../core/access/authorize.ts';
import type { Db } from '../../platform/db/client.ts';
import { AppError, invalidInput, requireVersion } from '../../platform/errors.ts';
import type { App } from '../../core/app.ts';
import { route } from '../../platform/http/route.ts';
import { findTemplates } from './answers.ts';
import { findAssignees } from './assignees.ts';
import { taskPolicy, taskSubjectPolicy } from './policy.ts';
import * as saving from './saveTask.ts';
import {
  countMine,
  findLastTaskChange,
  findPreview,
  findTask,
  findTaskEvents,
  findTasks,
  findTaskSubject,
  lockTask,
} from './shared/queries.ts';
import { findTags } from './tags.ts';

export function taskRoutes(app: App): void {
  route(app, listTasks, async ({ input, actor, db, setAuditSubject }) => {
    setAuditSubject({ patientId: input.patientId });
    return findTasks(db, actor, input);
  });

  route(app, countMyTasks, ({ actor, db }) => countMine(db, actor));

  route(app, getTask, async ({ input: { taskId }, actor, db, setAuditSubject }) => {
    setAuditSubject({ subjectType: 'task', subjectId: taskId });
    const task = await findTask(db, actor, taskId);
    if (task === undefined) throw noTask();
    setAuditSubject({ patientId: task.patient.patientId });
    return { ...task, events: await findTaskEvents(db, taskId) };
  });

  route(app, getTaskPreview, async ({ input: { workQueueEncounterId }, actor, db, setAuditSubject }) => {
    setAuditSubject({ subjectType: 'work_queue_encounter', subjectId: workQueueEncounterId });
    const preview = await findPreview(db, actor, workQueueEncounterId);
    if (preview === undefined) throw noTask();
    const { patientId, ...tasks } = preview;
    setAuditSubject({ patientId });
    return tasks;
  });

  route(app, listTaskAssignees, async ({ input: { searchTerm, ...about }, actor, db }) => {
    await findTaskSubject(db, actor, about);
    return { items: await findAssignees(db, actor, about.patientId, searchTerm) };
  });

  route(app, listTaskTemplates, async ({ input, actor, db }) => {
    const { clientId } = await findTaskSubject(db, actor, input);
    return { items: await findTemplates(db, clientId) };
  });

  route(app, listTaskTags, async ({ input: { patientId, workQueueEncounterId }, actor, db }) => {
    if (patientId === undefined) return { items: await findTags(db, actor.clientIds) };
    const { clientId } = await findTaskSubject(db, actor, { patientId, workQueueEncounterId });
    return { items: await findTags(db, [clientId]) };
  });
}

export function taskChangeRoutes(app: App): void {
  route(app, createTask, async ({ input, actor, db, setAuditSubject }) => {
    setAuditSubject({ patientId: input.patientId });
    const { isWhole, ...subject } = await findTaskSubject(db, actor, input);
    if (!isWhole) throw invalidInput({ '': taskTexts.otherSubject });
    const authorized = authorize(actor, taskSubjectPolicy, 'addTask', subject);
    return saving.createTask(db, actor, authorized, input);
  });

  route(app, updateTask, async ({ input, actor, db, setAuditSubject }) => {
    const task = await requireTask(db, actor, input);
    setAuditSubject({ patientId: task.patientId, subjectType: 'task', subjectId: task.taskId });
    return saving.updateTask(db, actor, authorize(actor, taskPolicy, 'edit', task), input);
  });

  route(app, setTaskStatus, async ({ input, actor, db, setAuditSubject }) => {
    const task = await requireTask(db, actor, input);
    setAuditSubject({ patientId: task.patientId, subjectType: 'task', subjectId: task.taskId });
    switch (input.taskStatus) {
      case 1:
        return saving.setTaskStatus(db, actor, authorize(actor, taskPolicy, 'reopen', task), 'reopened');
      case 2:
        return saving.setTaskStatus(db, actor, authorize(actor, taskPolicy, 'start', task), 'started');
      case 3:
        return saving.setTaskStatus(db, actor, authorize(actor, taskPolicy, 'complete', task), 'completed');
    }
  });
}

/** Locks the task, and checks that it is in the version the caller saw. */
async function requireTask(
  db: Db,
  actor: Actor,
  { taskId, version }: { taskId: number; version?: number | undefined },
) {
  const task = await lockTask(db, actor, taskId);
  if (task === undefined) throw noTask();
  await requireVersion(version, task.version, taskTexts.changed, () => findLastTaskChange(db, taskId));
  return task;
}

/** The same error for missing tasks and those the actor may not see. */
function noTask(): AppError {
  return new AppError('no_access', { message: taskTexts.notFound });
}
