import { z } from 'zod';

import { defineJob } from '../../jobs/defineJob.ts';

/** Tells the receiver of a referral by e-mail that it is there. */
export const notifyReferralReceiver = defineJob({
  name: 'notify-referral-receiver',
  payload: z.object({ referralId: z.number() }),
});

/** Puts open referrals whose due time has passed among the exceptions of their client's coordinators, once each. */
export const queueOverdueReferrals = defineJob({
  name: 'queue-overdue-referrals',
  payload: z.object({}),
  cron: '*/5 * * * *',
});
