import { z } from 'zod';

import { defineJob } from '../jobs/defineJob.ts';

/** Removes files from the storage of documents that no row names. */
export const removeStrayFiles = defineJob({
  name: 'remove-stray-files',
  payload: z.object({}),
  cron: '45 3 * * *',
  expireInSeconds: 1_800,
  concurrency: 1,
  // The next night is soon enough.
  retryLimit: 2,
});
