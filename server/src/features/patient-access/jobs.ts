import { z } from 'zod';

import { defineJob } from '../../jobs/defineJob.ts';

/** Tells the members of a care team by e-mail that somebody opened the patient in an emergency. */
export const tellOfEmergencyAccess = defineJob({
  name: 'tell-of-emergency-access',
  payload: z.object({ breakGlassAccessId: z.number() }),
  handler: async () => (await import('./tellOfEmergencyAccess.ts')).tellOfEmergencyAccess,
});

export const patientAccessJobs = [tellOfEmergencyAccess];
