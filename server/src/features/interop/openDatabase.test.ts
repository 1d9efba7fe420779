import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { withClient } from '../../db/connection.ts';
import { startEmbeddedPostgres } from '../../db/embedded.ts';
import { acquireInstanceLock, readRunningInstance } from '../../db/instanceLock.ts';
import { silentLog } from '../../db/log.ts';
import { openDatabase } from './openDatabase.ts';

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'careloop-import-'));
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

const config = () => ({ databaseUrl: undefined, dataDir });

async function tablesAt(url: string): Promise<number> {
  return await withClient({ url, applicationName: 'test' }, async (client) => {
    const found = await client.query<{ count: number }>(
      `select count(*) from pg_tables where tablename = 'source_key'`,
    );
    return found.rows[0]?.count ?? 0;
  });
}

describe('the embedded database', () => {
  test('is started for the import, migrated, and stopped after it', async () => {
    const opened = await openDatabase(config(), silentLog);
    expect(opened.isInUse).toBe(false);
    expect(await tablesAt(opened.url)).toBe(1);
    expect(readRunningInstance(dataDir)).toMatchObject({ name: 'An import', pid: process.pid });
    await opened.close();
    expect(readRunningInstance(dataDir)).toBeUndefined();
    await expect(tablesAt(opened.url)).rejects.toThrow('ECONNREFUSED');
  });

  test('of a running product is used beside it, and left running', async () => {
    const lock = acquireInstanceLock(dataDir, { name: 'Careloop' });
    const postgres = await startEmbeddedPostgres({ dataDir, log: silentLog });
    try {
      const opened = await openDatabase(config(), silentLog);
      expect(opened).toMatchObject({ isInUse: true, url: postgres.url });
      await opened.close();
      expect(await tablesAt(postgres.url)).toBe(1);
    } finally {
      await postgres.stop();
      lock.release();
    }
  });

  test('of a product that is only starting is waited for by whoever imports', async () => {
    const lock = acquireInstanceLock(dataDir, { name: 'Careloop' });
    try {
      await expect(openDatabase(config(), silentLog)).rejects.toThrow(/^Careloop is already running .* try again/s);
    } finally {
      lock.release();
    }
  });
});
