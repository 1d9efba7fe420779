import type { Config } from '../../config/config.ts';
import { createDatabase } from '../../platform/db/client.ts';
import type { Database } from '../../platform/db/client.ts';
import { openCommandDatabase as openEmbedded } from '../../platform/db/commandDatabase.ts';
import { ensureDataDir } from '../../platform/db/embedded/places.ts';
import type { Log } from '../../platform/db/log.ts';
import { chooseStorage } from '../../platform/storage/chooseStorage.ts';
import type { DocumentStorage } from '../../platform/storage/storage.ts';

export interface CommandDatabase {
  db: Database;
  url: string;
  dataDir: string;
  /** Its documents. */
  storage: DocumentStorage;
  /** Whether the product is currently running on it. */
  isShared: boolean;
  close: () => Promise<void>;
}

export interface CommandOptions {
  /** Do not apply migrations. */
  isLeftAsItIs?: boolean;
}

/**
 * Opens and migrates the product's database for a command (import, codes, admin): the configured one, otherwise the
 * embedded one of DATA_DIR, whether or not the product is running.
 */
export async function openCommandDatabase(
  config: Config,
  name: string,
  log: Log,
  { isLeftAsItIs = false }: CommandOptions = {},
): Promise<CommandDatabase> {
  const prepare: Prepare = isLeftAsItIs ? async () => {} : prepareDatabase;
  const source = await findSource(config, name, log, prepare);
  const db = createDatabase({
    url: source.url,
    maxConnections: 4,
    applicationName: `careloop-${name}`,
    log,
    statementTimeoutMs: 0,
    idleInTransactionTimeoutMs: 0,
  });
  const dataDir = config.databaseUrl === undefined ? ensureDataDir(config.dataDir) : config.dataDir;
  return {
    db,
    url: source.url,
    dataDir,
    storage: chooseStorage({ ...config, dataDir }),
    isShared: source.isShared,
    async close() {
      await db.destroy();
      await source.close();
    },
  };
}

type Prepare = (url: string, log: Log) => Promise<void>;

/** Imported only when needed: it loads every feature, and a command may only print its usage. */
const prepareDatabase: Prepare = async (url, log) => {
  const database = await import('./database.ts');
  await database.prepareDatabase(url, log);
};

async function findSource(
  config: Config,
  name: string,
  log: Log,
  prepare: Prepare,
): Promise<{ url: string; isShared: boolean; close: () => Promise<void> }> {
  if (config.databaseUrl !== undefined) {
    await prepare(config.databaseUrl, log);
    return { url: config.databaseUrl, isShared: false, close: async () => {} };
  }
  const embedded = await openEmbedded({ dataDir: config.dataDir, name: `The command "${name}"`, log });
  // The running product has already prepared it.
  if (embedded.isShared) return embedded;
  await prepare(embedded.url, log).catch(async (error: unknown) => {
    await embedded.close();
    throw error;
  });
  return embedded;
}
