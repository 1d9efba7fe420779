import { taskStatus } from '@careloop/contracts/codes/tasks';
import type { TaskDisplay } from '@careloop/contracts/codes/tasks';
import type { TaskSummary } from '@careloop/contracts/tasks';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import { codeOf } from '../db/codeOf.ts';
import { iso, shape } from '../db/shape.ts';

/** Past due: the due date has passed, and nobody works on task `t` or has done it. */
export const isPastDue = sql<boolean>`(t.status not in ('completed', 'in_progress') and coalesce(t.due_at < now(), false))`;

/** The same rule as `taskDisplayOf`. */
const display = sql<TaskDisplay>`case when t.status = 'completed' then 'complete' when t.status = 'in_progress' then 'in-progress'
  when ${isPastDue} then 'alert' when t.status = 'pending' and t.assigned_to_user_id is not null then 'assigned'
  else 'pending' end`;

/** The name of a user whose id stands in this column. */
export function userName(column: string): RawBuilder<string | null> {
  return sql<string | null>`(select u.first_name || ' ' || u.last_name from user_account u
    where u.user_id = ${sql.ref(column)})`;
}

/** What stands of a task `t` in previews, on encounters and on Home. */
export const taskSummary = shape<TaskSummary, { t: 'task' }>({
  taskId: 't.task_id',
  description: 't.description',
  assignedToUserId: 't.assigned_to_user_id',
  assignedToName: userName('t.assigned_to_user_id'),
  dateDue: iso('t.due_at'),
  isPastDue,
  taskStatus: codeOf<TaskSummary['taskStatus']>('t.status', taskStatus.table),
  status: display,
  isCompleted: sql`t.status = 'completed'`,
  isReadOnly: sql`t.source_system is not null`,
});

/** By due date, those without one last. */
export const dueOrder = sql`coalesce(t.due_at, 'infinity')`;

/** How many open tasks an open item `w` has. Those of a completed one are for whoever sees the patient. */
export const openTaskCount = sql<number>`(select count(*)::int from task t
  where w.status = 'open' and t.work_queue_encounter_id = w.work_queue_encounter_id and t.status <> 'completed')`;

/** The tasks of an encounter `e`: open ones first, by due date. The caller has checked the patient. */
export const tasksOfEncounter = taskSummary.jsonArray({
  from: sql`task t where t.patient_encounter_id = e.patient_encounter_id`,
  orderBy: sql`t.status = 'completed', ${dueOrder}, t.task_id`,
});
