import { defineWorker } from '../../core/worker.ts';
import { computeFigures } from './computeFigures.ts';
import { reportJobs } from './jobs.ts';
import { refreshReports } from './refreshReports.ts';

/** Handlers of the feature's jobs. Imported by the worker only. */
export const reportsWorker = defineWorker(reportJobs, {
  computeFiguresJob: async ({ db }) => computeFigures(db),
  refreshReportsJob: async ({ db }) => refreshReports(db),
});
