import { z } from 'zod';

import { defineJob } from '../../platform/jobs/defineJob.ts';
import { mailAddressChange } from './shared/addressChange.ts';

/** Mails the confirmation code to a new address. */
export const mailAddressCode = defineJob({
  name: 'send-address-code',
  payload: z.object({ addressConfirmationId: z.number().int() }),
});

/** Sends the link of an enrollment. */
export const mailEnrollment = defineJob({
  name: 'send-enrollment-link',
  payload: z.object({ userId: z.number().int(), requestedAt: z.iso.datetime() }),
});

/** Mails the user who acts next on an enrollment. */
export const notifyEnrollment = defineJob({
  name: 'notify-enrollment',
  payload: z.object({
    userId: z.number().int(),
    outcome: z.enum(['pending', 'approved', 'denied']),
    at: z.iso.datetime(),
  }),
});

/** Mails that a proxy was added for a user by another user. */
export const mailProxyAdded = defineJob({
  name: 'send-proxy-added',
  payload: z.object({
    proxiedUserId: z.number().int(),
    proxyUserId: z.number().int(),
    addedByUserId: z.number().int(),
    at: z.iso.datetime(),
  }),
});

/** Expires enrollments whose link was not used in time. */
const expireEnrollments = defineJob({
  name: 'expire-enrollments',
  payload: z.object({}),
  cron: '25 * * * *',
});

export const profileJobs = {
  mailAddressCode,
  mailAddressChange,
  mailEnrollment,
  notifyEnrollment,
  mailProxyAdded,
  expireEnrollments,
};
