import { z } from 'zod';

import { defineJob } from '../../platform/jobs/defineJob.ts';

/** Notifies the care team by email that a user opened the patient with emergency access. */
export const notifyOfEmergencyAccess = defineJob({
  name: 'tell-of-emergency-access',
  payload: z.object({ breakGlassAccessId: z.number() }),
  handler: async () => (await import('./notifyOfEmergencyAccess.ts')).notifyOfEmergencyAccess,
});

/** Notifies users who can answer a request for access. */
export const notifyOfAccessRequest = defineJob({
  name: 'notify-of-access-request',
  payload: z.object({ accessRequestId: z.number() }),
  handler: async () => (await import('./notifyAnswerers.ts')).notifyAnswerers,
});

export const patientAccessJobs = [notifyOfEmergencyAccess, notifyOfAccessRequest];
