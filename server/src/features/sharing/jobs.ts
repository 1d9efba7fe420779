import { z } from 'zod';

import { defineJob } from '../../platform/jobs/defineJob.ts';

/** Composes the packet for a fax or Direct message, once, and sends it. */
export const sendPacket = defineJob({
  name: 'send-packet',
  payload: z.object({ deliveryId: z.number() }),
  retryLimit: 8,
  // Longer than composing it and lostAfterMs() of an export to an EMR.
  expireInSeconds: 1_200,
  isLong: true,
});

/** Asks the fax service for the status of a fax, after the service reported a change. */
export const askAboutFax = defineJob({
  name: 'ask-about-fax',
  payload: z.object({ deliveryId: z.number() }),
  retryLimit: 5,
});

/** Asks the fax service about faxes without a report for some minutes. */
const askAboutLateFaxes = defineJob({
  name: 'ask-about-late-faxes',
  payload: z.object({}),
  // The next run asks again.
  retryLimit: 0,
  cron: '*/5 * * * *',
});

/** Ends deliveries whose job ended with its worker. */
const endInterruptedDeliveries = defineJob({
  name: 'end-interrupted-deliveries',
  payload: z.object({}),
  // The next run goes on.
  retryLimit: 0,
  cron: '*/5 * * * *',
});

export const sharingJobs = { sendPacket, askAboutFax, askAboutLateFaxes, endInterruptedDeliveries };
