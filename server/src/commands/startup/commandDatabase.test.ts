import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { readConfig } from '../../config/config.ts';
import { withClient } from '../../platform/db/connection.ts';
import { readRunningInstance } from '../../platform/db/instanceLock.ts';
import { silentLog } from '../../platform/db/log.ts';
import { openCommandDatabase } from './commandDatabase.ts';

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'careloop-command-'));
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

const open = () => openCommandDatabase(readConfig({ DATA_DIR: dataDir }), 'codes', silentLog);

describe('a command while the product is not running', () => {
  test('starts the database with every table and queue, and stops it afterwards', async () => {
    const command = await open();
    expect(command.isShared).toBe(false);
    expect(readRunningInstance(dataDir)).toMatchObject({ name: 'The command "codes"', pid: process.pid });
    await command.db.selectFrom('source_key').select('system').execute();
    await withClient({ url: command.url, applicationName: 'test' }, (client) =>
      client.query('select from pgboss.queue'),
    );
    await command.close();
    expect(readRunningInstance(dataDir)).toBeUndefined();
  });

  test('fails with the name of another running command', async () => {
    const first = await open();
    await expect(open()).rejects.toThrow(/^The command "codes" is already running/);
    await first.close();
  });
});

test('a command needs no session secret, the product does', () => {
  const env = { DATABASE_URL: 'postgres://localhost/careloop' };
  expect(readConfig(env, { keepsSessions: false }).databaseUrl).toBe(env.DATABASE_URL);
  expect(() => readConfig(env)).toThrow(/^SESSION_SECRET is required/);
});
