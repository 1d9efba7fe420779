import { z } from 'zod';

import { defineJob } from '../jobs/defineJob.ts';

/** Makes the coming months' partitions, so that no row ever lands in the default one. */
export const prepareAuditPartitions = defineJob({
  name: 'prepare-audit-partitions',
  payload: z.object({}),
  handler: async () => (await import('./partitions.ts')).preparePartitions,
  cron: '15 3 * * *',
});
