import { z } from 'zod';

import { defineJob } from '../../platform/jobs/defineJob.ts';

/** Removes expired idempotency responses, attempt counts and tokens. */
const forgetExpired = defineJob({
  name: 'forget-expired',
  payload: z.object({}),
  cron: '45 3 * * *',
});

/** Ends sessions that are idle or too old even if no more calls arrive; their open connections are closed too. */
export const endIdle = defineJob({
  name: 'end-idle-sessions',
  payload: z.object({}),
  cron: '* * * * *',
});

export const sessionJobs = { forgetExpired, endIdle };
