import { sql } from 'kysely';

import type { Db } from '../db/client.ts';
import { shape } from '../db/shape.ts';

/** A job whose last retry failed. */
export interface DeadJob {
  jobId: string;
  name: string;
  payload: Record<string, unknown>;
  attempts: number;
  /** Error of the last run, as described by failure.ts. */
  reason: string | null;
  enqueuedAt: Date;
  failedAt: Date;
}

/** Columns read from pg-boss's own table. */
interface DeadLetter {
  source_id: string;
  source_name: string;
  data: Record<string, unknown>;
  source_retry_count: number;
  source_created_on: Date;
  created_on: Date;
}

const deadJob = shape<DeadJob, { job: DeadLetter }>({
  jobId: 'job.source_id',
  name: 'job.source_name',
  payload: 'job.data',
  attempts: sql`job.source_retry_count + 1`,
  reason: sql`job.source_output ->> 'message'`,
  enqueuedAt: 'job.source_created_on',
  failedAt: 'job.created_on',
});

/** The dead letters of all jobs, newest first. */
export async function listDeadJobs(db: Db, limit = 100): Promise<DeadJob[]> {
  const { rows } = await deadJob.from`pgboss.queue join pgboss.job on job.name = queue.dead_letter
    order by job.created_on desc, job.id desc
    limit ${limit}`.execute(db);
  return rows;
}
