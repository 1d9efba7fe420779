import { defineWorker } from '../../core/worker.ts';
import { escalate } from './escalation.ts';
import { messageJobs } from './jobs.ts';

/** Handlers of the feature's jobs. Imported by the worker only. */
export const messagesWorker = defineWorker(messageJobs, {
  escalateUrgentMessage: escalate,
});
