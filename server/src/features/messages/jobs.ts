import { z } from 'zod';

import { defineJob } from '../../platform/jobs/defineJob.ts';

/** Notifies recipients who have not read an urgent message in time that it is waiting. */
export const escalateUrgentMessage = defineJob({
  name: 'escalate-urgent-message',
  payload: z.object({ conversationId: z.number(), sequence: z.number() }),
});

export const messageJobs = { escalateUrgentMessage };
