import { z } from 'zod';

import { inTransaction } from '../../db/transaction.ts';
import { defineJob } from '../../jobs/defineJob.ts';

/** Removes expired idempotency responses, attempt counts and tokens. */
export const forgetExpired = defineJob({
  name: 'forget-expired',
  payload: z.object({}),
  handler: async () => (await import('./removeExpired.ts')).removeExpired,
  cron: '45 3 * * *',
});

/** Ends sessions that are idle or too old even if no more calls arrive; their open connections are closed too. */
export const endIdle = defineJob({
  name: 'end-idle-sessions',
  payload: z.object({}),
  handler: async () => {
    const { endDueSessions } = await import('../../access/sessions.ts');
    return async ({ db }) => void (await inTransaction(db, endDueSessions));
  },
  cron: '* * * * *',
});

export const sessionJobs = [forgetExpired, endIdle];
