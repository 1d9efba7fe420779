import { z } from 'zod';

import { defineJob } from '../../../platform/jobs/defineJob.ts';

/** Sends a text message from the ledger. */
export const sendText = defineJob({
  name: 'send-text-message',
  payload: z.object({ deliveryId: z.number().int() }),
});

/** Asks for the status of text messages the service has not reported on. */
export const askAboutTexts = defineJob({
  name: 'ask-about-text-messages',
  payload: z.object({}),
  retryLimit: 0,
  cron: '*/5 * * * *',
});

export const textJobs = { sendText, askAboutTexts };
