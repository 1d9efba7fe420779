import { auditJobHandlers, prepareAuditPartitions } from '../audit/jobs.ts';
import type { JobDefinition } from '../jobs/defineJob.ts';
import type { WorkerDeps } from '../jobs/deps.ts';
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
