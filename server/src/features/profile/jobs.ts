import { z } from 'zod';

import { defineJob } from '../../jobs/defineJob.ts';

const kind = z.enum(['email', 'direct']);

/** Sends the code for a new address there. */
export const mailAddressCode = defineJob({
  name: 'send-address-code',
  payload: z.object({ addressConfirmationId: z.number().int() }),
  handler: async () => (await import('./addressMails.ts')).sendCode,
});

/** Tells whoever receives the account's mails that an address is to be changed, or was. */
export const mailAddressChange = defineJob({
  name: 'tell-address-change',
  payload: z.object({
    userId: z.number().int(),
    kind,
    isConfirmed: z.boolean(),
    changedAt: z.iso.datetime(),
    /** Where mails went before, once the e-mail address itself was changed. */
    formerAddress: z.string().nullish(),
  }),
  handler: async () => (await import('./addressMails.ts')).tellChange,
});

export const profileJobs = [mailAddressCode, mailAddressChange];
