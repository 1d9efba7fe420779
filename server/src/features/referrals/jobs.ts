import { z } from 'zod';

import { defineJob } from '../../platform/jobs/defineJob.ts';

const receiverNotice = z.enum(['sent', 'reopened', 'urgencyRaised', 'asked']);
/** What a receiver is notified of. */
export type ReceiverNotice = z.infer<typeof receiverNotice>;

/** Notifies the receiver of a new referral, or of a change they must act on, by email. */
export const notifyReferralReceiver = defineJob({
  name: 'notify-referral-receiver',
  // Jobs of earlier releases are about new referrals.
  payload: z.object({ referralId: z.number(), reason: receiverNotice.default('sent') }),
});

/** Notifies the receiver that a referral they had accepted was canceled, by email. */
export const notifyReferralCanceled = defineJob({
  name: 'notify-referral-canceled',
  payload: z.object({ referralId: z.number() }),
});

/** Notifies the sender of a completed or declined referral by email. */
export const notifyReferralSender = defineJob({
  name: 'notify-referral-sender',
  payload: z.object({
    referralId: z.number(),
    version: z.number(),
    // Jobs of earlier releases are about completed referrals.
    status: z.enum(['completed', 'declined']).default('completed'),
    /** Not notified of their own answer. */
    answeredByUserId: z.number().optional(),
  }),
});

/** Adds each open referral past its due time once to the exceptions of the client's coordinators. */
const queueOverdueReferrals = defineJob({
  name: 'queue-overdue-referrals',
  payload: z.object({}),
  cron: '*/5 * * * *',
});

/** Returns referrals whose visit has no outcome to their receiver's queue, and later adds them to the coordinators' exceptions. */
const queueReferralsAfterVisit = defineJob({
  name: 'queue-referrals-after-visit',
  payload: z.object({}),
  cron: '*/15 * * * *',
});

/** Moves open items of receivers and senders who can no longer open them to the coordinators of the client. */
const reassignReferrals = defineJob({
  name: 'reassign-referrals',
  payload: z.object({}),
  cron: '*/5 * * * *',
});

/** Creates the complete record of a referral on request. */
export const makeReferralRecord = defineJob({
  name: 'make-referral-record',
  payload: z.object({ referralRecordId: z.number() }),
  // A user is waiting for it.
  retryLimit: 2,
  retryDelaySeconds: 1,
  isLong: true,
});

/** Deletes complete records that have expired. */
const endReferralRecords = defineJob({
  name: 'end-referral-records',
  payload: z.object({}),
  cron: '35 * * * *',
});

export const referralJobs = {
  endReferralRecords,
  makeReferralRecord,
  notifyReferralCanceled,
  notifyReferralReceiver,
  notifyReferralSender,
  queueOverdueReferrals,
  queueReferralsAfterVisit,
  reassignReferrals,
};
