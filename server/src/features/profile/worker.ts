import { defineWorker } from '../../core/worker.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { notifyAddressChange, sendCode } from './mailAddress.ts';
import { expireLinks } from './enrollProxy.ts';
import { notifyOutcome, sendLinkMail, sendProxyAdded } from './mailEnrollment.ts';
import { profileJobs } from './jobs.ts';

/** Handlers of the feature's jobs. Imported by the worker only. */
export const profileWorker = defineWorker(profileJobs, {
  mailAddressCode: sendCode,
  mailAddressChange: notifyAddressChange,
  mailEnrollment: sendLinkMail,
  notifyEnrollment: notifyOutcome,
  mailProxyAdded: sendProxyAdded,
  expireEnrollments: async ({ db }) => await inTransaction(db, expireLinks),
});
