import { z } from 'zod';

import { defineJob } from '../../platform/jobs/defineJob.ts';

/** Checks the files of documents that were imported or stored before checks existed. */
export const checkNewDocuments = defineJob({
  name: 'check-documents',
  payload: z.object({}),
  handler: async () => {
    const { checkDocuments } = await import('./checkDocuments.ts');
    return async (deps, _payload, { signal }) => void (await checkDocuments(deps, signal));
  },
  expireInSeconds: 1800,
  concurrency: 1,
  cron: '* * * * *',
});

export const chartJobs = [checkNewDocuments];
