import { z } from 'zod';

import { defineJob } from '../../jobs/defineJob.ts';

/** Tells the members of a care team by e-mail that somebody opened the patient in an emergency. */
export const tellOfEmergencyAccess = defineJob({
  name: 'tell-of-emergency-access',
  payload: z.object({ breakGlassAccessId: z.number() }),
  handler: async () => (await import('./tellOfEmergencyAccess.ts')).tellOfEmergencyAccess,
});

/** Tells those who can answer a request for access. */
export const notifyOfAccessRequest = defineJob({
  name: 'notify-of-access-request',
  payload: z.object({ accessRequestId: z.number() }),
  handler: async () => (await import('./notifyAnswerers.ts')).notifyAnswerers,
});

export const patientAccessJobs = [tellOfEmergencyAccess, notifyOfAccessRequest];
