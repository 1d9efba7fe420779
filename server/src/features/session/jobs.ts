import { z } from 'zod';

import { inTransaction } from '../../db/transaction.ts';
import { defineJob } from '../../jobs/defineJob.ts';

/** Removes stored answers, counted failures and tokens whose time is over. */
export const forgetExpired = defineJob({
  name: 'forget-expired',
  payload: z.object({}),
  handler: async () => (await import('./removeExpired.ts')).removeExpired,
  cron: '45 3 * * *',
});

/** Ends sessions that are unused or too old, and whose pages make no more calls; open connections close with them. */
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
