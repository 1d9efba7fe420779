import { mkdtemp, rm, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { createEmptyDatabase } from '../../../test/database.ts';
import { withClient } from './connection.ts';
import { silentLog } from './log.ts';
import { migrate } from './migrate.ts';

import type { TestDatabase } from '../../../test/database.ts';

const first = '202601010000_first.sql';
const second = '202601020000_second.sql';

let database: TestDatabase;
let migrationsDir: string;
beforeEach(async () => {
  database = await createEmptyDatabase();
  migrationsDir = await mkdtemp(path.join(tmpdir(), 'careloop-migrations-'));
  await write(first, 'create table a (x int); create table b (x int);');
});
afterEach(async () => {
  await database.drop();
  await rm(migrationsDir, { recursive: true });
});

async function write(name: string, sql: string): Promise<void> {
  await writeFile(path.join(migrationsDir, name), sql);
}

const run = () => migrate({ url: database.url, migrationsDir, log: silentLog });

async function tables(): Promise<string[]> {
  return await withClient({ url: database.url, applicationName: 'test' }, async (client) => {
    const found = await client.query<{ tablename: string }>(
      "select tablename from pg_tables where schemaname = 'public' order by 1",
    );
    return found.rows.map(({ tablename }) => tablename);
  });
}

describe('migrate', () => {
  test('applies each file once, in order', async () => {
    expect(await run()).toEqual([first]);
    await write(second, 'alter table a add column y int not null default 1;');
    expect(await run()).toEqual([second]);
    expect(await run()).toEqual([]);
    expect(await tables()).toEqual(['a', 'b', 'schema_migration']);
  });

  test('stops at `upTo` and continues from there', async () => {
    await write(second, 'create table c (x int);');
    expect(await migrate({ url: database.url, migrationsDir, upTo: first, log: silentLog })).toEqual([first]);
    expect(await run()).toEqual([second]);
  });

  test('of several concurrent processes one migrates and the others wait', async () => {
    const outcomes = await Promise.all([run(), run(), run()]);
    expect(outcomes.toSorted((a, b) => b.length - a.length)).toEqual([[first], [], []]);
  });

  test('a failing file is rolled back and the error names the position', async () => {
    await write(second, 'create table c (x int);\ncreate tabel d (x int);');
    await expect(run()).rejects.toThrow(`${second} failed at line 2: syntax error`);
    expect(await tables()).toEqual(['a', 'b', 'schema_migration']);
  });

  test('refuses a file that was changed after it was applied', async () => {
    await run();
    await write(first, 'create table a (x bigint);');
    await expect(run()).rejects.toThrow(`${first} was changed after it was applied`);
  });

  test('different line endings do not count as a change', async () => {
    await write(first, 'create table a (x int);\n');
    await run();
    await write(first, 'create table a (x int);\r\n');
    expect(await run()).toEqual([]);
  });

  test('refuses a database with an unknown migration', async () => {
    await write(second, 'select 1;');
    await run();
    await unlink(path.join(migrationsDir, second));
    await expect(run()).rejects.toThrow(`the migration ${second}, which this release does not know`);
  });

  test('refuses a new file that sorts before an applied one', async () => {
    await write(second, 'select 1;');
    await run();
    await write('202601011200_late.sql', 'select 1;');
    await expect(run()).rejects.toThrow('202601011200_late.sql sorts before');
  });

  test('refuses a file name without a timestamp', async () => {
    await write('later.sql', 'select 1;');
    await expect(run()).rejects.toThrow('later.sql is not named');
  });

  test('the role careloop_app exists for the files to grant to', async () => {
    await write(second, 'grant select on a to careloop_app;');
    expect(await run()).toEqual([first, second]);
  });
});
