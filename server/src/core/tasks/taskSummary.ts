import { taskStatus } from '@careloop/contracts/codes/tasks';
import type { TaskDisplay } from '@careloop/contracts/codes/tasks';
import type { TaskSummary } from '@careloop/contracts/tasks';
import { sql } from 'kysely';

import { todayOfClient } from '../charts/clientDay.ts';
import { userName } from '../../platform/identity/userName.ts';
import { codeOf } from '../../platform/db/codeOf.ts';
import { shape } from '../../platform/db/shape.ts';

/** Today's date for the client of the patient of a task `t`. */
const today = todayOfClient(sql`(select owner.client_id from patient owner where owner.patient_id = t.patient_id)`);

/** SQL condition: task `t` is neither in progress nor completed, and its due day is over for the patient's client. */
export const isPastDue = sql<boolean>`(t.status not in ('completed', 'in_progress') and coalesce(t.date_due < ${today}, false))`;

/** SQL condition: yesterday was the due day of task `t`. */
export const wasDueYesterday = sql<boolean>`t.date_due = ${today} - 1`;

/** Same rule as `taskDisplayOf`. */
const display = sql<TaskDisplay>`case when t.status = 'completed' then 'complete' when t.status = 'in_progress' then 'in-progress'
  when ${isPastDue} then 'alert' when t.status = 'pending' and t.assigned_to_user_id is not null then 'assigned'
  else 'pending' end`;

/** Summary of a task `t` for previews, encounters and Home. */
export const taskSummary = shape<TaskSummary, { t: 'task' }>({
  taskId: 't.task_id',
  description: 't.description',
  assignedToUserId: 't.assigned_to_user_id',
  assignedToName: userName('t.assigned_to_user_id'),
  dateDue: 't.date_due',
  isPastDue,
  taskStatus: codeOf<TaskSummary['taskStatus']>('t.status', taskStatus.table),
  status: display,
  isCompleted: sql`t.status = 'completed'`,
  isReadOnly: sql`t.source_system is not null`,
});

/** Sort key: by due date, tasks without one last. */
export const dueOrder = sql`coalesce(t.date_due, 'infinity')`;

/** Number of open tasks of an open item `w`; 0 for a completed item, whose tasks are shown with the patient. */
export const openTaskCount = sql<number>`(select count(*)::int from task t
  where w.status = 'open' and t.work_queue_encounter_id = w.work_queue_encounter_id and t.status <> 'completed')`;

/** Tasks of an encounter `e`: open ones first, by due date. The caller must check access to the patient. */
export const tasksOfEncounter = taskSummary.jsonArray({
  from: sql`task t where t.patient_encounter_id = e.patient_encounter_id`,
  orderBy: sql`t.status = 'completed', ${dueOrder}, t.task_id`,
});
