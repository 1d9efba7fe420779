import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { withClient } from '../../db/connection.ts';
import { loginUser } from '../../db/embedded/cluster.ts';
import { placesIn } from '../../db/embedded/places.ts';
import { startEmbeddedPostgres } from '../../db/embedded.ts';
import { InstanceRunningError, acquireInstanceLock } from '../../db/instanceLock.ts';
import { migrate } from '../../db/migrate.ts';
import { ImportRefused } from './clients.ts';

import type { Config } from '../../config.ts';
import type { Log } from '../../db/log.ts';

export interface OpenedDatabase {
  url: string;
  /** Where its documents are kept. */
  dataDir: string;
  /** Whether the product is running on it at this moment. */
  isInUse: boolean;
  close(): Promise<void>;
}

/**
 * The database of the product, at the newest migration: the one of DATABASE_URL; else the embedded one in DATA_DIR, which is
 * used beside the product when that is running, and otherwise started, and stopped by close().
 */
export async function openDatabase(config: Pick<Config, 'databaseUrl' | 'dataDir'>, log: Log): Promise<OpenedDatabase> {
  const { databaseUrl, dataDir } = config;
  if (databaseUrl !== undefined) {
    await migrate({ url: databaseUrl, log });
    return { url: databaseUrl, dataDir, isInUse: false, close: async () => {} };
  }
  try {
    return await startOurOwn(dataDir, log);
  } catch (error) {
    if (!(error instanceof InstanceRunningError)) throw error;
    return await connectToRunning(dataDir, error);
  }
}

async function startOurOwn(dataDir: string, log: Log): Promise<OpenedDatabase> {
  const lock = acquireInstanceLock(dataDir, { name: 'An import' });
  try {
    const postgres = await startEmbeddedPostgres({ dataDir, log });
    const close = async () => {
      await postgres.stop();
      lock.release();
    };
    await migrate({ url: postgres.url, log }).catch(async (error: unknown) => {
      await postgres.stop();
      throw error;
    });
    return { url: postgres.url, dataDir: postgres.dataDir, isInUse: false, close };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** The running product has migrated its database; ours may be another release, so it is left as it is. */
async function connectToRunning(dataDir: string, running: InstanceRunningError): Promise<OpenedDatabase> {
  const url = runningUrl(dataDir);
  const isReachable =
    url !== undefined &&
    (await withClient({ url, applicationName: 'careloop-import', connectionTimeoutMs: 5000 }, (client) =>
      client.query('select 1'),
    )
      .then(() => true)
      .catch(() => false));
  if (url === undefined || !isReachable) {
    throw new ImportRefused(`${running.message} Its database does not answer; try again when it has started.`);
  }
  return { url, dataDir, isInUse: true, close: async () => {} };
}

/** Where the embedded database of a running product listens, from what it keeps in DATA_DIR. */
function runningUrl(dataDir: string): string | undefined {
  const places = placesIn(path.resolve(dataDir));
  if (!existsSync(places.password) || !existsSync(places.port)) return undefined;
  const password = readFileSync(places.password, 'utf8').trim();
  const port = readFileSync(places.port, 'utf8').trim();
  return `postgres://${loginUser}:${password}@127.0.0.1:${port}/careloop`;
}
