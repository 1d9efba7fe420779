import { z } from 'zod';

import { defineJob } from '../../platform/jobs/defineJob.ts';

/** Checks the files of documents that were imported or stored before checks existed. */
export const checkNewDocuments = defineJob({
  name: 'check-documents',
  payload: z.object({}),
  expireInSeconds: 1800,
  concurrency: 1,
  cron: '* * * * *',
});

export const chartJobs = { checkNewDocuments };
