import { defineWorker } from '../../core/worker.ts';
import { sendSummaries } from './dailySummary.ts';
import { dashboardJobs } from './jobs.ts';

/** Handlers of the feature's jobs. Imported by the worker only. */
export const dashboardWorker = defineWorker(dashboardJobs, {
  sendDailySummaries: sendSummaries,
});
