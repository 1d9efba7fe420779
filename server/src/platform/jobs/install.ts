import { PgBoss } from 'pg-boss';

import { grantSchemaToAppRole } from '../db/appRole.ts';
import { withClient } from '../db/connection.ts';
import { deadLetterQueueOf } from './defineJob.ts';

import type { Queue } from 'pg-boss';
import type { Log } from '../db/log.ts';
import type { JobDefinition } from './defineJob.ts';

const days = 24 * 60 * 60;

/** Heartbeat interval of a running job; a job whose heartbeat stops, with its worker, is run again. */
const heartbeatSeconds = 20;

export interface InstallJobsOptions {
  /** URL with the migration user, who owns the database or may create objects in it. */
  databaseUrl: string;
  /** Every job of the product, including those this process does not run. */
  jobs: readonly JobDefinition[];
  log: Log;
}

/** Advisory lock key; arbitrary, but different from the migrations' lock. */
const installLock = 7_305_114_904;

/**
 * Creates or migrates the job queue's own schema (pgboss), creates each job's queue and dead letter queue with its
 * current settings, and grants the application role access. Runs at start, after the migrations; a concurrent second
 * process waits for the first.
 *
 * pg-boss has its own connections here and in the worker: it sends several statements in one text and reads the raw
 * driver results, which Kysely does not support.
 */
export async function installJobs({ databaseUrl, jobs, log }: InstallJobsOptions): Promise<void> {
  const applicationName = 'careloop-jobs-install';
  await withClient({ url: databaseUrl, applicationName }, async (client) => {
    await client.query('select pg_advisory_lock($1)', [installLock]);
    const connection = { connectionString: databaseUrl, application_name: applicationName, max: 1 };
    const boss = new PgBoss({ ...connection, supervise: false, schedule: false });
    boss.on('error', ({ message }) => log.error({ reason: message }, 'The job queue could not be set up'));
    await boss.start();
    try {
      await createQueues(boss, jobs);
    } finally {
      await boss.stop({ graceful: false });
    }
    await grantSchemaToAppRole(client, 'pgboss');
  });
}

async function createQueues(boss: PgBoss, jobs: readonly JobDefinition[]): Promise<void> {
  const wanted = jobs.flatMap((job) => [deadLetterQueue(job), queue(job)]);
  const existing = new Map((await boss.getQueues()).map((found) => [found.name, found]));
  for (const { name, ...settings } of wanted) {
    if (existing.has(name)) await boss.updateQueue(name, settings);
    else await boss.createQueue(name, settings);
  }
}

function queue(job: JobDefinition): Queue {
  return {
    name: job.name,
    retryLimit: job.retryLimit,
    retryDelay: job.retryDelaySeconds,
    retryBackoff: true,
    retryDelayMax: job.retryDelayMaxSeconds,
    expireInSeconds: job.expireInSeconds,
    heartbeatSeconds,
    retentionSeconds: 30 * days,
    deleteAfterSeconds: 7 * days,
    deadLetter: deadLetterQueueOf(job),
    notify: true,
  };
}

/** Dead letters are kept for a year. */
function deadLetterQueue(job: JobDefinition): Queue {
  return { name: deadLetterQueueOf(job), retentionSeconds: 365 * days };
}
