import { z } from 'zod';

import { defineJob } from '../../platform/jobs/defineJob.ts';

/** Updates the data of the reports. */
export const refreshReportsJob = defineJob({
  name: 'refresh-reports',
  payload: z.object({}),
  cron: '*/5 * * * *',
  concurrency: 1,
});

export const reportJobs = { refreshReportsJob };
