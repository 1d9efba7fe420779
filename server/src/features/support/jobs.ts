import { z } from 'zod';

import { defineJob } from '../../platform/jobs/defineJob.ts';

/** Mails a request to support, or tells the requester that it was received or resolved. */
export const mailSupportRequest = defineJob({
  name: 'mail-support-request',
  payload: z.object({
    supportRequestId: z.number(),
    to: z.enum(['support', 'requester']),
    isResolved: z.boolean().optional(),
  }),
});

export const supportJobs = { mailSupportRequest };
