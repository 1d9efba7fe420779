import { z } from 'zod';

import { defineJob } from '../../jobs/defineJob.ts';

/** Mails a request to support, or a confirmation to the requester. */
export const mailSupportRequest = defineJob({
  name: 'mail-support-request',
  payload: z.object({ supportRequestId: z.number(), to: z.enum(['support', 'requester']) }),
  handler: async () => (await import('./mail.ts')).mailRequest,
});

export const supportJobs = [mailSupportRequest];
