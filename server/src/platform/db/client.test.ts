import { CompiledQuery, sql } from 'kysely';
import { Connection } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';

import { createEmptyDatabase } from '../../../test/database.ts';
import { ensureAppRole } from './appRole.ts';
import { createDatabase, poolStatistics } from './client.ts';
import { withClient } from './connection.ts';
import { codeOf, isConnectionError } from './errors.ts';
import { silentLog } from './log.ts';

import type { TestDatabase } from '../../../test/database.ts';
import type { Database, DatabaseOptions, Db } from './client.ts';

let testDatabase: TestDatabase;
let database: Database;
beforeAll(async () => {
  testDatabase = await createEmptyDatabase();
  await withClient({ url: testDatabase.url, applicationName: 'test' }, (client) => ensureAppRole(client, silentLog));
  database = open({});
});
afterAll(async () => {
  await database.destroy();
  await testDatabase.drop();
});

afterEach(() => void vi.useRealTimers());

function open(options: Partial<DatabaseOptions>): Database {
  return createDatabase({
    url: testDatabase.url,
    maxConnections: 1,
    applicationName: 'client-test',
    log: silentLog,
    ...options,
  });
}

async function asOwner(statement: string): Promise<void> {
  await withClient({ url: testDatabase.url, applicationName: 'test' }, (client) => client.query(statement));
}

async function cutConnections(applicationName: string): Promise<void> {
  await asOwner(`select pg_terminate_backend(pid) from pg_stat_activity where application_name = '${applicationName}'`);
}

async function preparedStatements(): Promise<string[]> {
  const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(database);
  return rows.map(({ statement }) => statement);
}

describe('prepared statements', () => {
  test('a repeated statement is prepared once, whatever its values', async () => {
    for (const number of [1, 2, 3]) await sql`select ${number}::int + 1000 as a`.execute(database);
    expect((await preparedStatements()).filter((text) => text.includes('+ 1000'))).toEqual([
      'select $1::int + 1000 as a',
    ]);
  });

  test('the result of a repeated statement is described once', async () => {
    const one = (number: number) =>
      sql<{ a: number; b: Date | null }>`select ${number}::bigint + 4000 as a, null::timestamptz as b`;
    let described = 0;
    const proto = Connection.prototype as unknown as { describe: (message: unknown) => void };
    const send = vi.spyOn(proto, 'describe');
    for (const number of [1, 2, 3, 4]) {
      expect((await one(number).execute(database)).rows).toEqual([{ a: number + 4000, b: null }]);
      if (number === 2) described = send.mock.calls.length;
    }
    expect([described, send.mock.calls.length]).toEqual([2, 2]);
    send.mockRestore();
  });

  test('a statement used once, a DDL statement, and several statements in one text are not prepared', async () => {
    await sql`select ${1}::int + 2000`.execute(database);
    for (const _ of [1, 2]) {
      await sql`set work_mem = '8MB'`.execute(database);
      await database.executeQuery(CompiledQuery.raw('select 3000; select 3001'));
    }
    expect((await preparedStatements()).filter((text) => /2000|work_mem|3000/.test(text))).toEqual([]);
  });

  test('a plan made stale by a migration is prepared again; in a transaction only for the next one', async () => {
    await asOwner('create table shape (a int); grant select on shape to careloop_app');
    const read = (db: Db) => sql`select * from shape where ${true}`.execute(db);
    const readInTransaction = () => database.transaction().execute(read);
    await read(database);
    await read(database);
    await asOwner('alter table shape add column b int');
    await expect(read(database)).resolves.toMatchObject({ rows: [] });
    await asOwner('alter table shape add column c int');
    await expect(readInTransaction()).rejects.toThrow('cached plan');
    await expect(readInTransaction()).resolves.toMatchObject({ rows: [] });
  });

  test('a value that cannot be serialized fails only that use of the statement', async () => {
    const add = (value: unknown) => sql<{ a: number }>`select ${value}::int + 4000 as a`.execute(database);
    for (const number of [1, 2]) await add(number);
    await expect(add({ number: 1n })).rejects.toThrow(TypeError);
    for (const number of [1, 2]) expect((await add(number)).rows).toEqual([{ a: number + 4000 }]);
  });
});

describe('a connection', () => {
  test('runs as careloop_app, which cannot change the schema', async () => {
    const { rows } = await sql<{ role: string }>`select current_user as role`.execute(database);
    expect(rows).toEqual([{ role: 'careloop_app' }]);
    const refusal = await sql`create table mine (a int)`.execute(database).catch((error: unknown) => error);
    expect(codeOf(refusal)).toBe('42501');
  });

  test('keeps the values of a row out of its errors', async () => {
    await asOwner('create table unique_name (name text unique); grant all on unique_name to careloop_app');
    const insert = () => sql`insert into unique_name values (${'Garcia'})`.execute(database);
    await insert();
    const refusal = await insert().catch((error: unknown) => error);
    expect(refusal).toMatchObject({ code: '23505', constraint: 'unique_name_name_key' });
    expect(JSON.stringify(refusal)).not.toContain('Garcia');
  });

  test('is closed when destroy() resolves', async () => {
    const own = open({ applicationName: 'closing-test', maxConnections: 3 });
    await Promise.all([1, 2, 3].map(() => sql`select pg_sleep(0.01)`.execute(own)));
    await own.destroy();
    const { rows } = await sql`select pid from pg_stat_activity where application_name = 'closing-test'`.execute(
      database,
    );
    expect(rows).toEqual([]);
  });

  test('cancels a statement that takes too long', async () => {
    const impatient = open({ statementTimeoutMs: 50 });
    const outcome = await sql`select pg_sleep(10)`.execute(impatient).catch((error: unknown) => error);
    expect(codeOf(outcome)).toBe('57014');
    expect(isConnectionError(outcome)).toBe(false);
    await impatient.destroy();
  });

  test('counts as lost if no result comes long after the server’s statement timeout', async () => {
    const own = open({ statementTimeoutMs: 20_000 });
    await sql`select 1`.execute(own);
    const outcome = afterHours(() => sql`select pg_sleep(15)`.execute(own));
    expect(isConnectionError(await outcome)).toBe(true);
    await expect(sql`select 1 as a`.execute(own)).resolves.toMatchObject({ rows: [{ a: 1 }] });
    await own.destroy();
  });

  test('lets a statement run without limit if the timeout is 0', async () => {
    const patient = open({ statementTimeoutMs: 0 });
    await sql`select 1`.execute(patient);
    const outcome = afterHours(() => sql`select pg_sleep(0.3), 1 as a`.execute(patient));
    expect(await outcome).toMatchObject({ rows: [{ a: 1 }] });
    await patient.destroy();
  });

  /** Outcome of a statement after the clock of this process has advanced by three hours. */
  async function afterHours(run: () => Promise<unknown>): Promise<unknown> {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const outcome = run().catch((error: unknown) => error);
    // It is sent in the next turn of the event loop.
    await new Promise((resolve) => setImmediate(resolve));
    await vi.advanceTimersByTimeAsync(3 * 3_600_000);
    vi.useRealTimers();
    return await outcome;
  }

  test('is replaced after it was lost while idle', async () => {
    const own = open({ applicationName: 'idle-test' });
    await sql`select 1`.execute(own);
    await cutConnections('idle-test');
    await expect.poll(() => poolStatistics(own).total).toBe(0);
    await expect(sql`select 1 as a`.execute(own)).resolves.toMatchObject({ rows: [{ a: 1 }] });
    await own.destroy();
  });

  test('lost within a transaction fails only that transaction', async () => {
    const own = open({ applicationName: 'transaction-test' });
    const outcome = await own
      .transaction()
      .execute(async (transaction) => {
        await sql`select 1`.execute(transaction);
        await cutConnections('transaction-test');
        await sql`select 2`.execute(transaction);
      })
      .catch((error: unknown) => error);
    expect(isConnectionError(outcome)).toBe(true);
    await expect(sql`select 1 as a`.execute(own)).resolves.toMatchObject({ rows: [{ a: 1 }] });
    await own.destroy();
  });

  test('that cannot be opened is distinguished from a refused statement', async () => {
    const nowhere = open({ url: 'postgres://nobody@127.0.0.1:1/none' });
    const outcome = await sql`select 1`.execute(nowhere).catch((error: unknown) => error);
    expect(isConnectionError(outcome)).toBe(true);
    await nowhere.destroy();
    const refused = await sql`select nothing`.execute(database).catch((error: unknown) => error);
    expect(isConnectionError(refused)).toBe(false);
  });

  test('is kept for several statements by a transaction only', async () => {
    const several = database.connection().execute(async (one) => {
      await sql`select 1`.execute(one);
      await sql`select 2`.execute(one);
    });
    await expect(several).rejects.toThrow('Only a transaction keeps its connection for several statements');
  });

  test('is waited for no longer than the connection timeout', async () => {
    const own = open({ connectionTimeoutMs: 1_000 });
    const outcome = await own.transaction().execute(async (transaction) => {
      await sql`select 1`.execute(transaction);
      return await sql`select 1`.execute(own).catch((error: unknown) => error);
    });
    expect(isConnectionError(outcome)).toBe(true);
    await own.destroy();
  });
});
