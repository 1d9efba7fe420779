import type { Config } from '../config.ts';
import { createDatabase } from '../db/client.ts';
import type { Database } from '../db/client.ts';
import { openCommandDatabase as openEmbedded } from '../db/commandDatabase.ts';
import { ensureDataDir } from '../db/embedded/places.ts';
import type { Log } from '../db/log.ts';
import { prepareDatabase } from './database.ts';

export interface CommandDatabase {
  db: Database;
  url: string;
  dataDir: string;
  close: () => Promise<void>;
}

/**
 * The product's database for a command (import, codes, admin), at the newest migration: the configured one; else the
 * embedded one of DATA_DIR, whether or not the product is running on it.
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
    dataDir: config.databaseUrl === undefined ? ensureDataDir(config.dataDir) : config.dataDir,
    async close() {
      await db.destroy();
      await source.close();
    },
  };
}

async function findSource(
  config: Config,
  name: string,
  log: Log,
): Promise<{ url: string; close: () => Promise<void> }> {
  if (config.databaseUrl !== undefined) {
    await prepareDatabase(config.databaseUrl, log);
    return { url: config.databaseUrl, close: async () => {} };
  }
  const embedded = await openEmbedded({ dataDir: config.dataDir, name: `The command "${name}"`, log });
  // A running product has prepared it already.
  if (!embedded.isShared) await prepareDatabase(embedded.url, log);
  return embedded;
}
