import { z } from 'zod';

import { defineJob } from '../../../platform/jobs/defineJob.ts';

/** Notifies the account's address that an address is going to be changed, or was changed. */
export const mailAddressChange = defineJob({
  name: 'tell-address-change',
  payload: z.object({
    userId: z.number().int(),
    kind: z.enum(['email', 'direct']),
    isConfirmed: z.boolean(),
    changedAt: z.iso.datetime(),
    /** The previous email address, if the email address itself was changed. */
    formerAddress: z.string().nullish(),
  }),
});
