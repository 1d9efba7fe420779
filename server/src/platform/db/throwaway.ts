import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { findBinaries } from './embedded/binaries.ts';
import { initializeCluster, loginUser } from './embedded/cluster.ts';
import { findDatabaseUser } from './embedded/osUser.ts';
import { makeOwned } from './embedded/places.ts';
import { freePort } from './embedded/port.ts';
import { clearOrphan, isAlive } from './embedded/postmaster.ts';
import { superviseOnFreePort } from './embedded/supervisor.ts';
import { silentLog } from './log.ts';

import type { OsUser } from './embedded/osUser.ts';

const prefix = 'careloop-throwaway-';

export interface ThrowawayPostgres {
  /** URL of the `postgres` database, as superuser; create databases beside it. */
  url: string;
  port: number;
  /** Stops it and removes its files. */
  stop(): Promise<void>;
}

/** Starts a PostgreSQL in a temporary folder, without fsync, for one test run. */
export async function startThrowawayPostgres(): Promise<ThrowawayPostgres> {
  const user = await findDatabaseUser('');
  const binaries = await findBinaries(user);
  await removeAbandoned(binaries.majorVersion);
  const home = makeHome(user);
  const password = randomBytes(16).toString('hex');
  const directory = await initializeCluster(home, password, user, binaries);
  const urlOf = (port: number) => `postgres://${loginUser}:${password}@127.0.0.1:${port}/postgres`;
  const { supervisor, port } = await superviseOnFreePort(await freePort(), (candidate) => ({
    binaries,
    user,
    directory,
    port: candidate,
    purpose: 'throwaway',
    logFile: path.join(home, 'postgres.log'),
    url: urlOf(candidate),
    log: silentLog,
  }));
  return {
    // By the port and not by the socket, because some tests put a proxy in between.
    url: urlOf(port),
    port,
    async stop() {
      await supervisor.stop();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/** The name contains our pid, by which a later run recognizes an abandoned folder. */
function makeHome(user: OsUser): string {
  const home = path.join(tmpdir(), `${prefix}${process.pid}-${randomBytes(4).toString('hex')}`);
  makeOwned(home, user);
  return home;
}

/** Stops and removes what killed runs left behind. */
async function removeAbandoned(majorVersion: string): Promise<void> {
  for (const name of readdirSync(tmpdir())) {
    if (!name.startsWith(prefix) || isAlive(Number.parseInt(name.slice(prefix.length), 10))) continue;
    const home = path.join(tmpdir(), name);
    const directory = path.join(home, majorVersion);
    try {
      if (existsSync(directory)) await clearOrphan(directory, silentLog);
      rmSync(home, { recursive: true, force: true });
    } catch {
      // It belongs to another user, or another run is removing it now.
    }
  }
}
