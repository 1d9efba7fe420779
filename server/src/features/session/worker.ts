import { defineWorker } from '../../core/worker.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { endDueSessions } from '../../platform/identity/sessions.ts';
import { credentialJobs } from './credentialJobs.ts';
import { mailChange, mailReset } from './mailCredentials.ts';
import { sessionJobs } from './jobs.ts';
import { removeExpired } from './removeExpired.ts';

/** Handlers of the feature's jobs. Imported by the worker only. */
export const sessionWorker = defineWorker(
  { ...credentialJobs, ...sessionJobs },
  {
    mailPasswordReset: mailReset,
    mailCredentialChange: mailChange,
    forgetExpired: removeExpired,
    endIdle: async ({ db }) => void (await inTransaction(db, endDueSessions)),
  },
);
