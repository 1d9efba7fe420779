import { z } from 'zod';

import { defineJob } from '../../platform/jobs/defineJob.ts';

/** Notifies the care team by email that a user opened the patient with emergency access. */
export const notifyOfEmergencyAccess = defineJob({
  name: 'tell-of-emergency-access',
  payload: z.object({ breakGlassAccessId: z.number() }),
});

/** Notifies users who can answer a request for access. */
export const notifyOfAccessRequest = defineJob({
  name: 'notify-of-access-request',
  payload: z.object({ accessRequestId: z.number() }),
});

export const patientAccessJobs = { notifyOfEmergencyAccess, notifyOfAccessRequest };
