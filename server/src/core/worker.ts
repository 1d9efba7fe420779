import type { Config } from '../config/config.ts';
import type { Database } from '../platform/db/client.ts';
import type { Log } from '../platform/db/log.ts';
import type { DocumentRenderer } from '../platform/rendering/renderer.ts';
import type { DocumentStorage } from '../platform/storage/storage.ts';
import type { JobSet } from '../platform/jobs/defineJob.ts';
import { withHandlers } from '../platform/jobs/handler.ts';
import type { HandledJob, JobHandlers } from '../platform/jobs/handler.ts';
import type { Antivirus } from './integrations/antivirus/port.ts';
import type { EmailSender } from './integrations/email/port.ts';
import type { Senders } from './integrations/senders.ts';

/** Dependencies of job handlers. */
export interface WorkerDeps {
  config: Config;
  db: Database;
  log: Log;
  storage: DocumentStorage;
  renderer: DocumentRenderer;
  antivirus: Antivirus;
  email: EmailSender;
  senders: Senders;
  /** Key from which the tokens in emailed links are derived. */
  sessionSecret: string;
  /** Base URL of links in messages. */
  portalUrl: string;
}

/** Maps each job of a feature to its handler; a job without a handler, or a handler without a job, does not compile. */
export function defineWorker<Jobs extends JobSet>(
  jobs: Jobs,
  handlers: JobHandlers<Jobs, WorkerDeps>,
): HandledJob<WorkerDeps>[] {
  return withHandlers(jobs, handlers);
}
