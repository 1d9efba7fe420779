import { defineWorker } from '../../core/worker.ts';
import { supportJobs } from './jobs.ts';
import { mailRequest } from './mailRequest.ts';

/** Handlers of the feature's jobs. Imported by the worker only. */
export const supportWorker = defineWorker(supportJobs, {
  mailSupportRequest: mailRequest,
});
