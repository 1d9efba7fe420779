import { defineWorker } from '../../core/worker.ts';
import { findDue, notifyDue } from './dueTasks.ts';
import { taskJobs } from './jobs.ts';

/** Handlers of the feature's jobs. Imported by the worker only. */
export const tasksWorker = defineWorker(taskJobs, {
  findDueTasks: findDue,
  notifyTaskDue: notifyDue,
});
