import { z } from 'zod';

import { defineJob } from '../../../platform/jobs/defineJob.ts';

/** Reads a patient's record from the client's EMR and imports it. */
export const pullRecord = defineJob({
  name: 'pull-record',
  payload: z.object({ emrPullId: z.number() }),
  retryLimit: 3,
  expireInSeconds: 900,
  isLong: true,
});

export const emrJobs = { pullRecord };
