import { z } from 'zod';

import { defineJob } from '../jobs/defineJob.ts';

/** Creates the partitions of the coming months, so that no row ends up in the default partition. */
export const prepareAuditPartitions = defineJob({
  name: 'prepare-audit-partitions',
  payload: z.object({}),
  cron: '15 3 * * *',
});
