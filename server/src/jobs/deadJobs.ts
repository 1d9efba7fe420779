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
    select source_id as "jobId", source_name as name, data as payload, source_retry_count + 1 as attempts,
      source_output ->> 'message' as reason, source_created_on as "enqueuedAt", created_on as "failedAt"
    from pgboss.job
    where name like '%.dead' and source_id is not null
    order by created_on desc, id desc
    limit ${limit}`.execute(db);
  return rows;
}
