import { z } from 'zod';

import { defineJob } from '../../platform/jobs/defineJob.ts';

/** Finds tasks whose due day is over. */
export const findDueTasks = defineJob({
  name: 'find-due-tasks',
  payload: z.object({}),
  cron: '*/15 * * * *',
});

/** Notifies the assignee of a task that it is due. */
export const notifyTaskDue = defineJob({
  name: 'notify-task-due',
  payload: z.object({ taskId: z.number(), dateDue: z.iso.date() }),
});

export const taskJobs = { findDueTasks, notifyTaskDue };
