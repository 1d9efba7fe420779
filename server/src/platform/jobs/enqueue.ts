import { createHash } from 'node:crypto';

import { sql } from 'kysely';

import type { z } from 'zod';
import type { Db } from '../db/client.ts';
import type { JobDefinition } from './defineJob.ts';

export interface EnqueueOptions {
  /** Earliest start time. */
  startAfter?: Date;
  /**
   * At most one job per key: nothing is added while an earlier job with this key is waiting, running, or still stored (a
   * week after its end).
   */
  singletonKey?: string;
  /** Jobs of one group run one at a time, if they are long. */
  group?: string;
}

/** The channel on which pg-boss is notified of queues with new jobs. */
const wakeUpChannel = `pgboss_${createHash('sha224').update('pgboss').digest('hex').slice(0, 24)}`;

/**
 * Adds a job in the caller's transaction, so it only exists if that commits.
 *
 * Inserts directly into pg-boss's job table, which is its documented SQL interface: one prepared statement, and no queue
 * client in a process that only enqueues. A test compares the row with the one that pg-boss itself writes.
 * @returns the job's id, or null if its singleton key is taken
 * @throws ZodError if the payload does not match the job
 */
export async function enqueue<Payload extends z.ZodObject>(
  db: Db,
  job: JobDefinition<Payload>,
  payload: z.input<Payload>,
  options: EnqueueOptions = {},
): Promise<string | null> {
  const data = JSON.stringify(job.payload.parse(payload));
  const id = options.singletonKey === undefined ? null : idOf(job.name, options.singletonKey);
  const { startAfter = null, group = null } = options;
  const { rows } = await insertJob({ name: job.name, data, id, startAfter, group }).execute(db);
  const row = rows[0];
  if (row === undefined) throw new Error(`The queue of the job ${job.name} does not exist: is the job registered?`);
  return row.id;
}

interface NewJob {
  name: string;
  data: string;
  id: string | null;
  startAfter: Date | null;
  group: string | null;
}

function insertJob({ name, data, id, startAfter, group }: NewJob) {
  return sql<{ id: string | null }>`
    with added as (
      insert into pgboss.job (
        id, name, data, start_after, created_on, keep_until, expire_seconds, deletion_seconds,
        retry_limit, retry_delay, retry_backoff, retry_delay_max, policy, dead_letter, heartbeat_seconds, group_id)
      select
        coalesce(${id}::uuid, gen_random_uuid()), queue.name, ${data}::jsonb, coalesce(${startAfter}::timestamptz, now()), now(),
        coalesce(${startAfter}::timestamptz, now()) + queue.retention_seconds * interval '1 second',
        queue.expire_seconds, queue.deletion_seconds, queue.retry_limit, queue.retry_delay, queue.retry_backoff,
        queue.retry_delay_max, queue.policy, queue.dead_letter, queue.heartbeat_seconds, ${group}::text
      from pgboss.queue where queue.name = ${name}
      on conflict do nothing
      returning id, start_after)
    select added.id, case when added.start_after <= now() then pg_notify(${wakeUpChannel}, queue.name) end
    from pgboss.queue left join added on true where queue.name = ${name}`;
}

/** Derives the job id from the key, so that the table's primary key prevents a second job. */
function idOf(name: string, singletonKey: string): string {
  const hex = createHash('sha256').update(`${name}\0${singletonKey}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
