import { z } from 'zod';

import { defineJob } from '../../platform/jobs/defineJob.ts';

/** Finds users for whom it is morning in their own time zone. */
const sendDailySummaries = defineJob({
  name: 'send-daily-summaries',
  payload: z.object({}),
  cron: '*/15 * * * *',
});

export const dashboardJobs = { sendDailySummaries };
