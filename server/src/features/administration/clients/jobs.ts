import { z } from 'zod';

import { defineJob } from '../../../platform/jobs/defineJob.ts';

/** Rents a fax number; the service is asked only once. */
export const rentFaxNumber = defineJob({
  name: 'rent-fax-number',
  payload: z.object({ facilityFaxNumberId: z.number() }),
  retryLimit: 2,
});

export const managedClientJobs = { rentFaxNumber };
