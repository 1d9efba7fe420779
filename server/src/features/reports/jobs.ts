import { z } from 'zod';

import { defineJob } from '../../platform/jobs/defineJob.ts';

/** Updates the data of the reports. */
const refreshReportsJob = defineJob({
  name: 'refresh-reports',
  payload: z.object({}),
  cron: '*/5 * * * *',
  concurrency: 1,
});

export const reportJobs = { refreshReportsJob };
