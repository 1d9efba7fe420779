import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { createEmptyDatabase } from '../../../test/database.ts';
import type { TestDatabase } from '../../../test/database.ts';
import { ensureAppRole } from './appRole.ts';
import { createDatabase } from './client.ts';
import type { Database, Db } from './client.ts';
import { withClient } from './connection.ts';
import { codeOf, isConnectionError } from './errors.ts';
import { silentLog } from './log.ts';

const numbers = [1, 2, 3, 4, 5, 6];

let testDatabase: TestDatabase;
let database: Database;
beforeAll(async () => {
  testDatabase = await createEmptyDatabase();
  await withClient({ url: testDatabase.url, applicationName: 'test' }, async (client) => {
    await ensureAppRole(client, silentLog);
    await client.query('create table note (number int); grant all on note to careloop_app');
  });
  database = await open({ answerWithinMs: 20_000 });
  // A statement has a name from its second use on.
  for (const _ of [1, 2]) {
    await Promise.all([
      backendOf(database, 1),
      sleepFor(database, 0),
      lockedBackendOf(database),
      quotient(database, 1),
    ]);
  }
});
afterAll(async () => {
  await database.destroy();
  await testDatabase.drop();
});

async function open({ answerWithinMs }: { answerWithinMs?: number }): Promise<Database> {
  const opened = createDatabase({
    url: testDatabase.url,
    maxConnections: numbers.length,
    applicationName: 'pipelined-reads-test',
    log: silentLog,
    answerWithinMs,
  });
  // Open all connections: who waits for one that is being opened may get another that was released meanwhile.
  await Promise.all(numbers.map(() => opened.transaction().execute((transaction) => sleepFor(transaction, 0.1))));
  return opened;
}

/** The process of the database that answers. */
async function backendOf(db: Db, number: number): Promise<number> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid, ${number}::int as number`.execute(db);
  return rows[0]?.pid ?? 0;
}

async function sleepFor(db: Db, seconds: number): Promise<number> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid, pg_sleep(${seconds}::float8)`.execute(db);
  return rows[0]?.pid ?? 0;
}

/** Waits for a lock. */
async function lockedBackendOf(db: Db): Promise<number> {
  const { rows } = await sql<{
    pid: number;
  }>`select pg_backend_pid() as pid, pg_advisory_xact_lock(${7}::bigint)`.execute(db);
  return rows[0]?.pid ?? 0;
}

type Answer = number | { rows: { pid: number }[] };

async function backendsOf(answers: readonly Promise<Answer>[]): Promise<Set<number>> {
  const found = await Promise.all(answers);
  return new Set(found.map((one) => (typeof one === 'number' ? one : (one.rows[0]?.pid ?? 0))));
}

async function quotient(db: Db, divisor: number): Promise<number | undefined> {
  const { rows } = await sql<{ quotient: number }>`select 60 / ${divisor}::int as quotient`.execute(db);
  return rows[0]?.quotient;
}

test('concurrent reads of requests share a connection; those of jobs do not', async () => {
  const common = sql<{ pid: number }>`with one as (select pg_backend_pid() as pid) select pid from one`;
  for (const _ of [1, 2]) await common.execute(database);
  const shared = () => [common.execute(database), ...numbers.map((number) => backendOf(database, number))];
  await expect.poll(async () => (await backendsOf(shared())).size).toBe(1);

  const ofJobs = await open({});
  for (const _ of [1, 2]) await backendOf(ofJobs, 1);
  expect((await backendsOf(numbers.map((number) => backendOf(ofJobs, number)))).size).toBe(numbers.length);
  await ofJobs.destroy();
});

test('a statement without a name, a change and a transaction travel on their own', async () => {
  // They take a while, so that their connections are not free again when the others are sent.
  const unnamed = sql<{ pid: number }>`select pg_backend_pid() as pid, pg_sleep(0.1), ${1}::int + 5000`;
  const change = sql<{ pid: number }>`with noted as (insert into note values (${1}) returning pg_sleep(0.1))
    select pg_backend_pid() as pid from noted`;
  for (const _ of [1, 2]) await change.execute(database);
  const ofTransaction = async () =>
    await database
      .transaction()
      .execute(async (transaction) => [await sleepFor(transaction, 0.1), await backendOf(transaction, 2)]);
  const isApart = async () => {
    const own = backendsOf([
      ofTransaction().then(([pid = 0]) => pid),
      unnamed.execute(database),
      change.execute(database),
    ]);
    const together = await backendsOf(numbers.map((number) => backendOf(database, number)));
    const others = await own;
    return together.size === 1 && [...together].every((pid) => !others.has(pid));
  };
  await expect.poll(isApart).toBe(true);
});

test('a statement that fails does not fail those beside it', async () => {
  const outcomes = await Promise.allSettled([1, 0, 2, 0, 3].map((divisor) => quotient(database, divisor)));
  expect(outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : codeOf(outcome.reason)))).toEqual([
    60,
    '22012',
    30,
    '22012',
    20,
  ]);
});

test('a statement that is stuck holds up nobody for long, and is sent alone until it is quick again', async () => {
  let isDone = false;
  await withClient({ url: testDatabase.url, applicationName: 'test' }, async (client) => {
    await client.query('select pg_advisory_lock(7)');
    const stuck = lockedBackendOf(database).finally(() => (isDone = true));
    const beside = await backendsOf([backendOf(database, 1), backendOf(database, 2)]);
    expect(isDone).toBe(false);
    const [again, other] = [lockedBackendOf(database), backendOf(database, 1)];
    const apart = await other;
    expect(isDone).toBe(false);
    await client.query('select pg_advisory_unlock(7)');
    expect(beside).not.toContain(await stuck);
    expect(apart).not.toBe(await again);
  });
  const isTogether = async () => (await backendsOf([lockedBackendOf(database), backendOf(database, 1)])).size === 1;
  await expect.poll(isTogether).toBe(true);
});

test('a lost connection fails what is on it, and nothing later', async () => {
  await sleepFor(database, 0);
  const lost = sleepFor(database, 10).catch((error: unknown) => error);
  await expect.poll(() => isUnderWay()).toBe(true);
  await withClient({ url: testDatabase.url, applicationName: 'test' }, (client) =>
    client.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'pipelined-reads-test' and wait_event = 'PgSleep'`),
  );
  expect(isConnectionError(await lost)).toBe(true);
  expect(await backendOf(database, 1)).toBeGreaterThan(0);
});

test('an error names the code that sent the statement', async () => {
  const error = await quotient(database, 0).catch((thrown: unknown) => thrown);
  expect((error as Error).stack).toContain('quotient');
});

async function isUnderWay(): Promise<boolean> {
  const { rows } = await withClient({ url: testDatabase.url, applicationName: 'test' }, (client) =>
    client.query(
      `select from pg_stat_activity where application_name = 'pipelined-reads-test' and wait_event = 'PgSleep'`,
    ),
  );
  return rows.length > 0;
}
