import { randomBytes } from 'node:crypto';

import { sql } from 'kysely';
import { PgBoss } from 'pg-boss';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';

import { createEmptyDatabase, createTestDatabase } from '../../../test/database.ts';
import { createDatabase } from '../db/client.ts';
import { withClient } from '../db/connection.ts';
import { silentLog } from '../db/log.ts';
import { listDeadJobs } from './deadJobs.ts';
import { defineJob } from './defineJob.ts';
import { enqueue } from './enqueue.ts';
import { installJobs } from './install.ts';
import { startWorker } from './worker.ts';

import type { TestDatabase } from '../../../test/database.ts';
import type { Database } from '../db/client.ts';
import type { JobDefinition } from './defineJob.ts';
import type { HandledJob, JobRun } from './handler.ts';
import type { JobWorker } from './worker.ts';

const referralPayload = z.object({ referralId: z.number().int().positive() });
const retry = { retryDelaySeconds: 1, retryDelayMaxSeconds: 1 };
const notify = defineJob({ name: 'notify-receiver', payload: referralPayload, retryLimit: 3, ...retry });
const hopeless = defineJob({ name: 'hopeless', payload: referralPayload, retryLimit: 1, ...retry });
const oneByOne = defineJob({ name: 'one-by-one', payload: referralPayload, concurrency: 1 });
const long = defineJob({ name: 'long', payload: referralPayload, isLong: true });
const nightly = defineJob({ name: 'nightly', payload: z.object({}), cron: '15 3 * * *' });
const unregistered = defineJob({ name: 'unregistered', payload: referralPayload });
const jobs = [notify, hopeless, oneByOne, long, nightly];

let testDatabase: TestDatabase;
let database: Database;
let worker: JobWorker | undefined;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  await installJobs({ databaseUrl: testDatabase.url, jobs, log: silentLog });
  database = createDatabase({ url: testDatabase.url, maxConnections: 5, applicationName: 'test', log: silentLog });
});

afterEach(async () => {
  await worker?.stop();
  worker = undefined;
  await sql`delete from pgboss.job`.execute(database);
});

afterAll(async () => {
  await database.destroy();
  await testDatabase.drop();
});

/** The job with a handler for a test. */
function handle<Payload extends z.ZodObject>(
  job: JobDefinition<Payload>,
  run: (payload: z.output<Payload>, run: JobRun) => Promise<void>,
): HandledJob<null> {
  return {
    definition: job,
    handle: async (_deps, payload, attempt) => await run(job.payload.parse(payload), attempt),
  };
}

async function start(jobs: HandledJob<null>[], more: { databaseUrl?: string; lookEverySeconds?: number } = {}) {
  return startWorker({ databaseUrl: testDatabase.url, jobs, deps: null, log: silentLog, ...more });
}

async function work(jobs: HandledJob<null>[], lookEverySeconds = 0.5): Promise<void> {
  worker = await start(jobs, { lookEverySeconds });
}

async function countJobs(): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from pgboss.job`.execute(database);
  return rows[0]?.count ?? 0;
}

/** Collects what handlers report, and resolves once there are enough items. */
function collector<Item>() {
  const items: Item[] = [];
  return {
    items,
    add: (item: Item) => void items.push(item),
    reach: async (count: number) => await expect.poll(() => items.length, { timeout: 20_000 }).toBe(count),
  };
}

describe('enqueue', () => {
  test('adds the job when the transaction commits', async () => {
    const seen = collector<number>();
    await work([handle(notify, async ({ referralId }) => seen.add(referralId))]);
    await database.transaction().execute(async (db) => {
      await enqueue(db, notify, { referralId: 7 });
      expect(await countJobs()).toBe(0);
    });
    await seen.reach(1);
    expect(seen.items).toEqual([7]);
  });

  test('adds nothing when the transaction is rolled back', async () => {
    const refused = database.transaction().execute(async (db) => {
      await enqueue(db, notify, { referralId: 7 });
      throw new Error('changed my mind');
    });
    await expect(refused).rejects.toThrow('changed my mind');
    expect(await countJobs()).toBe(0);
  });

  test('refuses a payload that does not match, and drops undeclared fields', async () => {
    await expect(enqueue(database, notify, { referralId: -1 })).rejects.toThrow(z.ZodError);
    const wordy = { referralId: 7, patientName: 'Lucas Leon' };
    await enqueue(database, notify, wordy);
    const { rows } = await sql<{ data: unknown }>`select data from pgboss.job`.execute(database);
    expect(rows).toEqual([{ data: { referralId: 7 } }]);
  });

  test('names a job that is not registered', async () => {
    await expect(enqueue(database, unregistered, { referralId: 7 })).rejects.toThrow('unregistered');
  });

  test('adds one job per singleton key, even by concurrent calls', async () => {
    const add = async () => await enqueue(database, notify, { referralId: 7 }, { singletonKey: 'referral 7 created' });
    const ids = await Promise.all(Array.from({ length: 5 }, add));
    expect(ids.filter((id) => id !== null)).toHaveLength(1);
    expect(await enqueue(database, hopeless, { referralId: 7 }, { singletonKey: 'referral 7 created' })).not.toBeNull();
    expect(await enqueue(database, notify, { referralId: 7 }, { singletonKey: 'referral 8 created' })).not.toBeNull();
    expect(await countJobs()).toBe(3);
  });

  test('writes the row that pg-boss itself would write', async () => {
    const boss = new PgBoss({
      connectionString: testDatabase.url,
      max: 1,
      migrate: false,
      supervise: false,
      schedule: false,
    });
    await boss.start();
    try {
      const theirs = await boss.send(notify.name, { referralId: 7 });
      const ours = await enqueue(database, notify, { referralId: 7 });
      const row = async (id: string | null) => {
        const { rows } = await sql<{ job: object }>`
          select to_jsonb(job) - 'id' - 'created_on' - 'start_after' - 'keep_until'
            || jsonb_build_object('kept', keep_until - created_on, 'waits', start_after - created_on) as job
          from pgboss.job where id = ${id}`.execute(database);
        return rows[0]?.job;
      };
      expect(await row(ours)).toEqual(await row(theirs));
      expect(await row(ours)).toMatchObject({
        name: 'notify-receiver',
        state: 'created',
        retry_limit: 3,
        dead_letter: 'notify-receiver.dead',
      });
    } finally {
      await boss.stop({ graceful: false });
    }
  });
});

describe('the worker', () => {
  test('is woken by a new job, and processes a backlog without waiting in between', async () => {
    const seen = collector<number>();
    const aMinute = 60;
    await work([handle(oneByOne, async ({ referralId }) => seen.add(referralId))], aMinute);
    await database.transaction().execute(async (db) => {
      for (let referralId = 1; referralId <= 10; referralId += 1) await enqueue(db, oneByOne, { referralId });
    });
    await seen.reach(10);
    expect(seen.items.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });

  test('runs the long jobs of a group one at a time, and holds up no others', async () => {
    const events = collector<string>();
    const { promise: mayEnd, resolve: letEnd } = Promise.withResolvers<void>();
    const aMinute = 60;
    await work(
      [
        handle(long, async ({ referralId }) => {
          events.add(`${referralId} started`);
          if (referralId === 1) await mayEnd;
        }),
      ],
      aMinute,
    );
    const add = (referralId: number, group: string) => enqueue(database, long, { referralId }, { group });
    await add(1, 'one');
    await events.reach(1);
    await add(2, 'one');
    await add(3, 'other');
    await add(4, 'other');
    await events.reach(3);
    expect(events.items).toEqual(['1 started', '3 started', '4 started']);
    letEnd();
    await events.reach(4);
    expect(events.items.at(-1)).toBe('2 started');
  });

  test('does not start a job before its time', async () => {
    const seen = collector<number>();
    await enqueue(database, oneByOne, { referralId: 1 }, { startAfter: new Date(Date.now() + 3_600_000) });
    await enqueue(database, oneByOne, { referralId: 2 }, { startAfter: new Date(Date.now() + 500) });
    await work([handle(oneByOne, async ({ referralId }) => seen.add(referralId))]);
    await seen.reach(1);
    expect(seen.items).toEqual([2]);
  });

  test('runs a job that failed twice a third time', async () => {
    const attempts = collector<number>();
    await work([
      handle(notify, async (_payload, { attempt }) => {
        attempts.add(attempt);
        if (attempt < 3) throw new Error('the mail server is away');
      }),
    ]);
    await enqueue(database, notify, { referralId: 7 });
    await attempts.reach(3);
    expect(attempts.items).toEqual([1, 2, 3]);
    await expect.poll(async () => await stateOf('notify-receiver')).toEqual(['completed']);
    expect(await listDeadJobs(database)).toEqual([]);
  });

  test('moves a job that never succeeds to the dead letters, with its reason', async () => {
    const last = collector<boolean>();
    await work([
      handle(hopeless, async (_payload, { isLastAttempt }) => {
        last.add(isLastAttempt);
        throw new Error('no such address');
      }),
    ]);
    const jobId = await enqueue(database, hopeless, { referralId: 7 });
    await last.reach(2);
    expect(last.items).toEqual([false, true]);
    await expect.poll(async () => (await listDeadJobs(database)).length).toBe(1);
    const [dead] = await listDeadJobs(database);
    expect(dead).toMatchObject({
      jobId,
      name: 'hopeless',
      payload: { referralId: 7 },
      attempts: 2,
      reason: 'no such address',
    });
    expect(dead?.failedAt).toBeInstanceOf(Date);
  });

  test('does not store row values that the database quoted in its error', async () => {
    await work([
      handle(hopeless, async () => {
        await sql`select cast(${'Lucas Leon'} as integer)`.execute(database);
      }),
    ]);
    await enqueue(database, hopeless, { referralId: 7 });
    await expect.poll(async () => (await listDeadJobs(database)).length, { timeout: 20_000 }).toBe(1);
    const { rows } = await sql<{
      everything: string;
    }>`select string_agg(job::text, '') as everything from pgboss.job`.execute(database);
    expect(rows[0]?.everything).toContain('22P02');
    expect(rows[0]?.everything).not.toContain('Lucas');
  });

  test('finishes running jobs before it stops, and another worker takes the rest', async () => {
    const events = collector<string>();
    let finish = () => {};
    const wait = new Promise<void>((resolve) => (finish = resolve));
    await work([
      handle(oneByOne, async ({ referralId }) => {
        events.add(`${referralId} started`);
        await wait;
        events.add(`${referralId} ended`);
      }),
    ]);
    await enqueue(database, oneByOne, { referralId: 1 });
    await events.reach(1);
    await enqueue(database, oneByOne, { referralId: 2 });
    const stopped = worker?.stop();
    finish();
    await stopped;
    expect(events.items).toEqual(['1 started', '1 ended']);
    await work([handle(oneByOne, async ({ referralId }) => events.add(`${referralId} elsewhere`))]);
    await events.reach(3);
    expect(events.items.at(-1)).toBe('2 elsewhere');
  });

  test('continues after its connections were lost', async () => {
    const seen = collector<number>();
    await work([handle(notify, async ({ referralId }) => seen.add(referralId))], 60);
    await asOwner(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'careloop-worker'`);
    await enqueue(database, notify, { referralId: 7 });
    await seen.reach(1);
    expect(seen.items).toEqual([7]);
  });

  test('keeps the schedules of the jobs that have one, and of no others', async () => {
    await sql`insert into pgboss.schedule (name, cron) values ('hopeless', '* * * * *')`.execute(database);
    await work([handle(nightly, async () => {})]);
    const { rows } = await sql<object>`select name, cron, timezone from pgboss.schedule`.execute(database);
    expect(rows).toEqual([{ name: 'nightly', cron: '15 3 * * *', timezone: 'UTC' }]);
  });

  test('runs as the application role, whatever rights the login has', async () => {
    const login = `worker_${randomBytes(4).toString('hex')}`;
    await asOwner(`create role ${login} login noinherit password 'secret'; grant careloop_app to ${login}`);
    const url = new URL(testDatabase.url);
    url.username = login;
    url.password = 'secret';
    const seen = collector<number>();
    worker = await start([handle(notify, async ({ referralId }) => seen.add(referralId))], { databaseUrl: url.href });
    await enqueue(database, notify, { referralId: 7 });
    await seen.reach(1);
    expect(seen.items).toEqual([7]);
    await worker.stop();
    await asOwner(`drop role ${login}`);
  });
});

test('a worker on a database without the queue fails with a message and leaves no connection open', async () => {
  const other = await createEmptyDatabase();
  await expect(start([], { databaseUrl: other.url })).rejects.toThrow('not installed');
  await other.drop();
});

test('installing again applies changed settings to the queues and keeps their jobs', async () => {
  await enqueue(database, notify, { referralId: 7 });
  const changed = defineJob({ name: 'notify-receiver', payload: referralPayload, retryLimit: 5 });
  await Promise.all([1, 2].map(() => installJobs({ databaseUrl: testDatabase.url, jobs: [changed], log: silentLog })));
  await enqueue(database, notify, { referralId: 8 });
  const { rows } = await sql<object>`select data, retry_limit from pgboss.job order by created_on`.execute(database);
  expect(rows).toEqual([
    { data: { referralId: 7 }, retry_limit: 3 },
    { data: { referralId: 8 }, retry_limit: 5 },
  ]);
});

test('a scheduled job must not need a payload', () => {
  expect(() => defineJob({ name: 'nightly', payload: referralPayload, cron: '15 3 * * *' })).toThrow(z.ZodError);
  expect(() => defineJob({ name: 'Notify Receiver', payload: referralPayload })).toThrow('not a valid job name');
});

async function asOwner(statements: string): Promise<void> {
  await withClient({ url: testDatabase.url, applicationName: 'test' }, (client) => client.query(statements));
}

async function stateOf(name: string): Promise<string[]> {
  const { rows } = await sql<{ state: string }>`select state from pgboss.job where name = ${name}`.execute(database);
  return rows.map(({ state }) => state);
}
