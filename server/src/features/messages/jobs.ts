import { z } from 'zod';

import { defineJob } from '../../jobs/defineJob.ts';

/** Tells those who have not read an urgent message in time by e-mail that it waits. */
export const escalateUrgentMessage = defineJob({
  name: 'escalate-urgent-message',
  payload: z.object({ conversationId: z.number(), sequence: z.number() }),
});
