import type { Config } from '../config.ts';
import { createDatabase } from '../db/client.ts';
import type { Database } from '../db/client.ts';
import { ensureDataDir } from '../db/embedded/places.ts';
import { keptUrl } from '../db/embedded.ts';
import { acquireInstanceLock, InstanceRunningError } from '../db/instanceLock.ts';
import type { Log } from '../db/log.ts';
import { startDatabase } from './database.ts';

export interface CommandDatabase {
  db: Database;
  url: string;
  dataDir: string;
  close: () => Promise<void>;
}

/**
 * The product's database for a command (import, codes, admin): the configured one; else the one of the product that
 * runs on this DATA_DIR; else the embedded one, started for as long as the command takes.
 */
export async function openCommandDatabase(config: Config, name: string, log: Log): Promise<CommandDatabase> {
  const source = await findSource(config, name, log);
  const db = createDatabase({
    url: source.url,
    maxConnections: 4,
    applicationName: `careloop-${name}`,
    log,
    statementTimeoutMs: 0,
  });
  return {
    db,
    url: source.url,
    dataDir: source.dataDir,
    async close() {
      await db.destroy();
      await source.stop();
    },
  };
}

async function findSource(config: Config, name: string, log: Log) {
  if (config.databaseUrl !== undefined) return startDatabase(config, log);
  try {
    const lock = acquireInstanceLock(config.dataDir, { name: `The command "${name}"` });
    const database = await startDatabase(config, log).catch((error: unknown) => {
      lock.release();
      throw error;
    });
    const stop = async () => {
      await database.stop();
      lock.release();
    };
    return { ...database, stop };
  } catch (error) {
    // The product is running here: its database is the one that is meant.
    if (!(error instanceof InstanceRunningError)) throw error;
    const dataDir = ensureDataDir(config.dataDir);
    return { url: keptUrl(dataDir), dataDir, stop: async () => {} };
  }
}
