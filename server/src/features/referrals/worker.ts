import { defineWorker } from '../../core/worker.ts';
import { endRecords } from './endRecords.ts';
import { referralJobs } from './jobs.ts';
import { makeRecord } from './makeRecord.ts';
import { notifyCanceled } from './notifyCanceled.ts';
import { notifyReceiver } from './notifyReceiver.ts';
import { notifySender } from './notifySender.ts';
import { queueMissingOutcomes, queueOverdue, queuePastVisits } from './queueOverdue.ts';
import { reassign } from './reassign.ts';

/** Handlers of the feature's jobs. Imported by the worker only. */
export const referralsWorker = defineWorker(referralJobs, {
  notifyReferralReceiver: notifyReceiver,
  notifyReferralCanceled: notifyCanceled,
  notifyReferralSender: notifySender,
  queueOverdueReferrals: async ({ db }) => void (await queueOverdue(db)),
  queueReferralsAfterVisit: async ({ db }) => {
    await queuePastVisits(db);
    await queueMissingOutcomes(db);
  },
  reassignReferrals: async ({ db }) => void (await reassign(db)),
  makeReferralRecord: makeRecord,
  endReferralRecords: endRecords,
});
