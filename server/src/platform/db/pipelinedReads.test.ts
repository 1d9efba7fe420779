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
  for (const _ of [1, 2]) await Promise.all([backendOf(database, 1), sleepFor(database, 0), quotient(database, 1)]);
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

async function quotient(db: Db, divisor: number): Promise<number | undefined> {
  const { rows } = await sql<{ quotient: number }>`select 60 / ${divisor}::int as quotient`.execute(db);
  return rows[0]?.quotient;
}

test('concurrent reads of requests share a connection; those of jobs do not', async () => {
  const common = sql<{ pid: number }>`with one as (select pg_backend_pid() as pid) select pid from one`;
  for (const _ of [1, 2]) await common.execute(database);
  const [{ rows }, ...shared] = await Promise.all([
    common.execute(database),
    ...numbers.map((number) => backendOf(database, number)),
  ]);
  expect(new Set([rows[0]?.pid, ...shared]).size).toBe(1);

  const ofJobs = await open({});
  for (const _ of [1, 2]) await backendOf(ofJobs, 1);
  const own = await Promise.all(numbers.map((number) => backendOf(ofJobs, number)));
  expect(new Set(own).size).toBe(numbers.length);
  await ofJobs.destroy();
});

test('a statement without a name, a change and a transaction travel on their own', async () => {
  // They take a while, so that their connections are not free again when the others are sent.
  const unnamed = sql<{ pid: number }>`select pg_backend_pid() as pid, pg_sleep(0.1), ${1}::int`.execute(database);
  const change = sql<{ pid: number }>`with noted as (insert into note values (${1}) returning pg_sleep(0.1))
    select pg_backend_pid() as pid from noted`;
  for (const _ of [1, 2]) await change.execute(database);
  const ofTransaction = database
    .transaction()
    .execute(async (transaction) => [await sleepFor(transaction, 0.1), await backendOf(transaction, 2)]);
  const [together, first, second, own] = await Promise.all([
    Promise.all(numbers.map((number) => backendOf(database, number))),
    unnamed,
    change.execute(database),
    ofTransaction,
  ]);
  expect(new Set(together).size).toBe(1);
  expect([first.rows[0]?.pid, second.rows[0]?.pid, ...own]).not.toContain(together[0]);
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

test('a slow statement holds up nobody for long, and is sent alone the next time', async () => {
  let isDone = false;
  const slow = sleepFor(database, 1).then((pid) => {
    isDone = true;
    return pid;
  });
  const beside = await Promise.all([backendOf(database, 1), backendOf(database, 2)]);
  expect(isDone).toBe(false);
  expect(beside).not.toContain(await slow);

  const [again, other] = await Promise.all([sleepFor(database, 0.1), backendOf(database, 1)]);
  expect(again).not.toBe(other);
  // It was slow again; once it is not, it shares again.
  await sleepFor(database, 0);
  const [quick, next] = await Promise.all([sleepFor(database, 0), backendOf(database, 1)]);
  expect(quick).toBe(next);
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
