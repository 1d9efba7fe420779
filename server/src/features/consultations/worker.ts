import { defineWorker } from '../../core/worker.ts';
import { consultationJobs } from './jobs.ts';
import { notify } from './notify.ts';
import { reassign } from './reassign.ts';

/** Handlers of the feature's jobs. Imported by the worker only. */
export const consultationsWorker = defineWorker(consultationJobs, {
  notifyOfConsultation: notify,
  reassignConsultations: async ({ db }) => void (await reassign(db)),
});
