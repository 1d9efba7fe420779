import { auditJobHandlers, prepareAuditPartitions } from '../audit/jobs.ts';
import type { Config } from '../config.ts';
import type { Database } from '../db/client.ts';
import type { EmailSender } from '../integrations/email/port.ts';
import type { JobDefinition } from '../jobs/defineJob.ts';
import type { JobHandler } from '../jobs/handler.ts';
import { messageJobHandlers } from './messages/escalation.ts';
import { escalateUrgentMessage } from './messages/jobs.ts';
import { mailPasswordReset, tellCredentialChange } from './session/credentialJobs.ts';
import { credentialJobHandlers } from './session/credentialMails.ts';
import { endIdle, forgetExpired, sessionJobHandlers } from './session/jobs.ts';
import { notifyReferralReceiver, queueOverdueReferrals } from './referrals/jobs.ts';
import { referralJobHandlers } from './referrals/notifyReceiver.ts';
import { mailSupportRequest } from './support/jobs.ts';
import { supportJobHandlers } from './support/mail.ts';

/** Every job of the product; a job that is not here has no queue. */
export const allJobs: readonly JobDefinition[] = [
  notifyReferralReceiver,
  mailSupportRequest,
  escalateUrgentMessage,
  queueOverdueReferrals,
  prepareAuditPartitions,
  forgetExpired,
  mailPasswordReset,
  tellCredentialChange,
  endIdle,
];

/** What the jobs need to do their work. */
export interface WorkerDeps {
  config: Config;
  db: Database;
  email: EmailSender;
  /** Of which the tokens in mailed links are derived. */
  sessionSecret: string;
  /** The address that links in messages lead to. */
  portalUrl: string;
}

/** What a worker process does with them. */
export function jobHandlers(deps: WorkerDeps): JobHandler[] {
  return [
    ...referralJobHandlers(deps),
    ...supportJobHandlers(deps),
    ...messageJobHandlers(deps),
    ...auditJobHandlers(deps.db),
    ...sessionJobHandlers(deps.db),
    ...credentialJobHandlers(deps),
  ];
}
