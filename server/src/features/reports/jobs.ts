import { z } from 'zod';

import { defineJob } from '../../platform/jobs/defineJob.ts';

/** Updates the data of the reports. */
const refreshReportsJob = defineJob({
  name: 'refresh-reports',
  payload: z.object({}),
  cron: '*/5 * * * *',
  concurrency: 1,
});

/** Computes how providers answer referrals, for the provider search. */
const computeFiguresJob = defineJob({
  name: 'compute-referral-figures',
  payload: z.object({}),
  cron: '20 3 * * *',
  concurrency: 1,
  expireInSeconds: 3600,
});

export const reportJobs = { computeFiguresJob, refreshReportsJob };
