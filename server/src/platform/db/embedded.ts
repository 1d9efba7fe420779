import { readFileSync } from 'node:fs';
import path from 'node:path';

import { withClient } from './connection.ts';
import { findBinaries } from './embedded/binaries.ts';
import { initializeCluster, keepPassword, loginUser } from './embedded/cluster.ts';
import { findDatabaseUser } from './embedded/osUser.ts';
import { ensureDataDir, knownHome, placesIn, settleHome } from './embedded/places.ts';
import { choosePort } from './embedded/port.ts';
import { clearOrphan } from './embedded/postmaster.ts';
import { bySocket } from './embedded/socket.ts';
import { DatabaseStartError } from './embedded/startError.ts';
import { superviseOnFreePort } from './embedded/supervisor.ts';
import { tryLock } from './fileLock.ts';

import type { Log } from './log.ts';

const databaseName = 'careloop';

export interface EmbeddedPostgres {
  /** URL of the product's database, as its owner. */
  url: string;
  dataDir: string;
  port: number;
  /** Process id of the postmaster while it runs. */
  pid: number | undefined;
  /** Fast shutdown; everything committed is on disk when it resolves. */
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  /** Folder of the database and its related files. */
  dataDir: string;
  log: Log;
  /** Preferred port; another one is used if it is taken. */
  port?: number;
}

/**
 * Starts the PostgreSQL from the npm package, on 127.0.0.1 and a Unix socket, with its files in DATA_DIR, and keeps it
 * running until stop(). The first start creates the database. Handles running as root, an unreachable folder, a database
 * left behind by a killed start, and a taken port.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const dataDir = ensureDataDir(options.dataDir);
  const lock = tryLock(path.join(dataDir, 'postgres.lock'));
  if (lock === undefined) throw new DatabaseStartError(`Another process has the database in ${dataDir} running`);
  try {
    const { supervisor, port, password, directory } = await start(dataDir, options);
    const url = bySocket(urlOf(password, port, databaseName), directory);
    return {
      url,
      dataDir,
      port,
      get pid() {
        return supervisor.pid;
      },
      async stop() {
        await supervisor.stop();
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** URL of the database that another process is running on this DATA_DIR. */
export function keptUrl(dataDir: string): string {
  const places = placesIn(ensureDataDir(dataDir));
  const [password, port] = [places.password, places.port].map((file) => readFileSync(file, 'utf8').trim());
  return urlOf(password ?? '', Number(port), databaseName);
}

async function start(dataDir: string, { log, port: wantedPort }: EmbeddedOptions) {
  const places = placesIn(dataDir);
  const user = await findDatabaseUser(knownHome(dataDir));
  const home = settleHome(dataDir, user, log);
  const binaries = await findBinaries(user);
  const password = keepPassword(places.password, home);
  const directory = await initializeCluster(home, password, user, binaries);
  await clearOrphan(directory, log);
  const { supervisor, port } = await superviseOnFreePort(await choosePort(places.port, wantedPort), (candidate) => ({
    binaries,
    user,
    directory,
    port: candidate,
    purpose: 'durable',
    logFile: places.log,
    url: urlOf(password, candidate, 'postgres'),
    log,
  }));
  await ensureDatabase(urlOf(password, port, 'postgres'));
  return { supervisor, port, password, directory };
}

function urlOf(password: string, port: number, database: string): string {
  return `postgres://${loginUser}:${password}@127.0.0.1:${port}/${database}`;
}

async function ensureDatabase(url: string): Promise<void> {
  await withClient({ url, applicationName: 'careloop-start' }, async (client) => {
    const found = await client.query('select 1 from pg_database where datname = $1', [databaseName]);
    if (found.rows.length === 0) await client.query(`create database ${databaseName}`);
  });
}
