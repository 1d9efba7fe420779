import { sql } from 'kysely';

import type { Db } from '../db/client.ts';

/** A job that failed on every run it was given. */
export interface DeadJob {
  jobId: string;
  name: string;
  payload: Record<string, unknown>;
  attempts: number;
  /** What the last run failed with, as failure.ts describes it. */
  reason: string | null;
  enqueuedAt: Date;
  failedAt: Date;
}

/** The dead letters of all jobs, newest first. */
export async function listDeadJobs(db: Db, limit = 100): Promise<DeadJob[]> {
  const { rows } = await sql<DeadJob>`
    select job.source_id as "jobId", job.source_name as name, job.data as payload, job.source_retry_count + 1 as attempts,
      job.source_output ->> 'message' as reason, job.source_created_on as "enqueuedAt", job.created_on as "failedAt"
    from pgboss.queue join pgboss.job on job.name = queue.dead_letter
    order by job.created_on desc, job.id desc
    limit ${limit}`.execute(db);
  return rows;
}
