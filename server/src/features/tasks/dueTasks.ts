import { sql } from 'kysely';

import type { Actor } from '../../platform/identity/actor.ts';
import { findActorOfUser } from '../../platform/identity/findActor.ts';
import type { Db } from '../../platform/db/client.ts';
import { shape } from '../../platform/db/shape.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { notify } from '../../core/integrations/notifications.ts';
import type { WorkerDeps } from '../../core/worker.ts';
import type { JobAttempt } from '../../platform/jobs/handler.ts';
import { enqueue } from '../../platform/jobs/enqueue.ts';
import { isPastDue, wasDueYesterday } from '../../core/tasks/taskSummary.ts';
import { notifyTaskDue } from './jobs.ts';
import { authorUserId, findTask } from './shared/queries.ts';
import { dueText } from './texts.ts';

/** Enqueues a notification for each task that was due yesterday, once per due day. */
export async function findDue({ db }: WorkerDeps): Promise<void> {
  await inTransaction(db, async (own) => {
    // The days of all time zones, so that the index on the due day applies.
    const { rows } = await sql<{ task_id: number; date_due: string }>`update task t set due_notified_for = t.date_due
      where t.date_due between current_date - 2 and current_date and ${wasDueYesterday} and ${isPastDue}
        and t.due_notified_for is distinct from t.date_due
        and coalesce(t.assigned_to_user_id, ${authorUserId}) is not null
      returning t.task_id, t.date_due`.execute(own);
    for (const { task_id: taskId, date_due: dateDue } of rows) await enqueue(own, notifyTaskDue, { taskId, dateDue });
  });
}

interface DueTask {
  taskId: number;
  dateDue: string | null;
  assigneeUserId: number | null;
  authorUserId: number | null;
  /** Who added it, perhaps for the author. */
  createdByUserId: number | null;
}

const dueTask = shape<DueTask, { t: 'task' }>({
  taskId: 't.task_id',
  dateDue: 't.date_due',
  assigneeUserId: 't.assigned_to_user_id',
  authorUserId,
  createdByUserId: 't.created_by_user_id',
});

/**
 * Notifies the assignee; if they can no longer sign in or may not see the task, the author, and then who added it for the author.
 * The message contains nothing about the patient or task.
 */
export async function notifyDue(
  deps: WorkerDeps,
  { taskId, dateDue }: { taskId: number; dateDue: string },
  run: JobAttempt,
): Promise<void> {
  const { rows } = await dueTask.from`task t where t.task_id = ${taskId} and ${isPastDue}`.execute(deps.db);
  const [task] = rows;
  // It was completed or rescheduled in the meantime.
  if (task?.dateDue !== dateDue) return;
  const assignee = await findReader(deps.db, task, task.assigneeUserId);
  const author = assignee ?? (await findReader(deps.db, task, task.authorUserId));
  const reader = author ?? (await findReader(deps.db, task, task.createdByUserId));
  if (reader === null) return;
  await notify(deps, run, {
    type: 'taskDue',
    recipientUserId: reader.userId,
    mail: {
      // No ids that would connect the delivery with the patient.
      clientId: null,
      ...dueText(deps, reader.fullName, {
        taskId,
        isAssignee: assignee !== null,
        isAssigned: task.assigneeUserId !== null,
      }),
    },
    dedupeKey: `task-due:${taskId}:${reader.userId}:${dateDue}`,
  });
}

/** The user if they can sign in and may see the task. */
async function findReader(db: Db, { taskId }: DueTask, userId: number | null): Promise<Actor | null> {
  const actor = userId === null ? null : await findActorOfUser(db, userId);
  return actor === null || (await findTask(db, actor, taskId)) === undefined ? null : actor;
}
