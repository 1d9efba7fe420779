import { sql } from 'kysely';

import { findActorOfUser } from '../../access/findActor.ts';
import { inTransaction } from '../../db/transaction.ts';
import { notify } from '../../integrations/notifications.ts';
import type { WorkerDeps } from '../../jobs/deps.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import { isPastDue } from '../../tasks/taskSummary.ts';
import { notifyTaskDue } from './jobs.ts';
import { findTask } from './taskQueries.ts';

/** Enqueues a notification for each task that became due within the last day, once per due time. */
export async function findDue({ db }: WorkerDeps): Promise<void> {
  await inTransaction(db, async (own) => {
    const { rows } = await sql<{ task_id: number; due_at: Date }>`update task t set due_notified_for = t.due_at
      where ${isPastDue} and t.due_at > now() - interval '1 day' and t.assigned_to_user_id is not null
        and t.due_notified_for is distinct from t.due_at
      returning t.task_id, t.due_at`.execute(own);
    for (const { task_id: taskId, due_at: dueAt } of rows) {
      await enqueue(own, notifyTaskDue, { taskId, dueAt: dueAt.toISOString() });
    }
  });
}

/** Notifies the assignee, if they may still see the task. The message contains nothing about the patient or task. */
export async function notifyDue(deps: WorkerDeps, { taskId, dueAt }: { taskId: number; dueAt: string }): Promise<void> {
  const due = await deps.db
    .selectFrom('task as t')
    .innerJoin('user_account as u', 'u.user_id', 't.assigned_to_user_id')
    .select(['u.user_id', 'u.first_name', 'u.last_name', 't.due_at'])
    .where('t.task_id', '=', taskId)
    .where(isPastDue)
    .executeTakeFirst();
  // It was completed, rescheduled or unassigned in the meantime.
  if (due?.due_at?.toISOString() !== dueAt) return;
  const actor = await findActorOfUser(deps.db, due.user_id);
  if (actor === null || (await findTask(deps.db, actor, taskId)) === undefined) return;
  const { productName } = deps.config;
  await notify(deps, {
    type: 'taskDue',
    recipientUserId: due.user_id,
    mail: {
      // No ids that would connect the delivery with the patient.
      clientId: null,
      subject: `Task due in ${productName}`,
      body: [
        `Dear ${due.first_name} ${due.last_name},`,
        '',
        'A task that is assigned to you is due.',
        '',
        `See your tasks: ${deps.portalUrl}/provider/Tasks`,
        '',
        `This message contains no patient information. Sign in to ${productName} to read more.`,
      ].join('\n'),
    },
    dedupeKey: `task-due:${taskId}:${due.user_id}:${dueAt}`,
  });
}
