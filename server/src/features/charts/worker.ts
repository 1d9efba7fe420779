import { defineWorker } from '../../core/worker.ts';
import { checkDocuments } from './checkDocuments.ts';
import { chartJobs } from './jobs.ts';

/** Handlers of the feature's jobs. Imported by the worker only. */
export const chartsWorker = defineWorker(chartJobs, {
  checkNewDocuments: async (deps, _payload, { signal }) => void (await checkDocuments(deps, signal)),
});
