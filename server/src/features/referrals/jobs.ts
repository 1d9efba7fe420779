import { z } from 'zod';

import { defineJob } from '../../jobs/defineJob.ts';

/** Tells the receiver of a referral by e-mail that it has arrived. */
export const notifyReferralReceiver = defineJob({
  name: 'notify-referral-receiver',
  payload: z.object({ referralId: z.number() }),
  handler: async () => (await import('./notifyReceiver.ts')).notifyReceiver,
});

/** Tells the person who sent a referral by e-mail that it was completed. */
export const notifyReferralSender = defineJob({
  name: 'notify-referral-sender',
  payload: z.object({ referralId: z.number(), version: z.number() }),
  handler: async () => (await import('./notifySender.ts')).notifySender,
});

/** Puts open referrals whose due time has passed among the exceptions of their client's coordinators, once each. */
export const queueOverdueReferrals = defineJob({
  name: 'queue-overdue-referrals',
  payload: z.object({}),
  handler: async () => {
    const { queueOverdue } = await import('./overdue.ts');
    return async ({ db }) => void (await queueOverdue(db));
  },
  cron: '*/5 * * * *',
});

/** Returns referrals to their receiver's queue when nobody has said how the visit went. */
export const queueReferralsAfterVisit = defineJob({
  name: 'queue-referrals-after-visit',
  payload: z.object({}),
  handler: async () => {
    const { queuePastVisits } = await import('./overdue.ts');
    return async ({ db }) => void (await queuePastVisits(db));
  },
  cron: '*/15 * * * *',
});

/** Moves open items of receivers who can no longer sign in to the coordinators of the client. */
export const reassignReferrals = defineJob({
  name: 'reassign-referrals',
  payload: z.object({}),
  handler: async () => {
    const { reassign } = await import('./reassign.ts');
    return async ({ db }) => void (await reassign(db));
  },
  cron: '*/5 * * * *',
});

/** Makes the complete record of a referral that somebody asked for. */
export const makeReferralRecord = defineJob({
  name: 'make-referral-record',
  payload: z.object({ referralRecordId: z.number() }),
  handler: async () => (await import('./makeRecord.ts')).makeRecord,
  // Somebody waits for it.
  retryLimit: 2,
  retryDelaySeconds: 1,
});

/** Removes complete records that can no longer be opened. */
export const endReferralRecords = defineJob({
  name: 'end-referral-records',
  payload: z.object({}),
  handler: async () => (await import('./endRecords.ts')).endRecords,
  cron: '35 * * * *',
});

export const referralJobs = [
  endReferralRecords,
  makeReferralRecord,
  notifyReferralReceiver,
  notifyReferralSender,
  queueOverdueReferrals,
  queueReferralsAfterVisit,
  reassignReferrals,
];
