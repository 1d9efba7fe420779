import { z } from 'zod';

import { defineJob } from '../../jobs/defineJob.ts';

/** Tells support of a request by e-mail, or the requester that it arrived. */
export const mailSupportRequest = defineJob({
  name: 'mail-support-request',
  payload: z.object({ supportRequestId: z.number(), to: z.enum(['support', 'requester']) }),
  handler: async () => (await import('./mail.ts')).mailRequest,
});

export const supportJobs = [mailSupportRequest];
