import { defineWorker } from '../../core/worker.ts';
import { patientAccessJobs } from './jobs.ts';
import { notifyAnswerers } from './notifyAnswerers.ts';
import { notifyOfEmergencyAccess } from './notifyOfEmergencyAccess.ts';

/** Handlers of the feature's jobs. Imported by the worker only. */
export const patientAccessWorker = defineWorker(patientAccessJobs, {
  notifyOfEmergencyAccess,
  notifyOfAccessRequest: notifyAnswerers,
});
