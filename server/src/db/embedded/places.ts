import { randomBytes } from 'node:crypto';
import {
  accessSync,
  chownSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';

import { canUse, isRoot } from './osUser.ts';
import { DatabaseStartError } from './startError.ts';

import type { Log } from '../log.ts';
import type { OsUser } from './osUser.ts';

/** Folders of the system whose parents everyone may pass, the lasting one first. */
const reachableParents = ['/var/lib/careloop', '/var/tmp/careloop'];

/** What an embedded database keeps in DATA_DIR beside its files. */
export interface Places {
  password: string;
  port: string;
  log: string;
  /** Present when the database could not live in DATA_DIR: where it lives instead. */
  location: string;
}

export function placesIn(dataDir: string): Places {
  return {
    password: path.join(dataDir, 'postgres.password'),
    port: path.join(dataDir, 'postgres.port'),
    log: path.join(dataDir, 'postgres.log'),
    location: path.join(dataDir, 'postgres.location'),
  };
}

/**
 * Creates DATA_DIR if it is missing. Made by root it may be passed, though not listed, by the user PostgreSQL runs as;
 * every file in it is closed by its own mode.
 */
export function ensureDataDir(dataDir: string): string {
  try {
    mkdirSync(dataDir, { recursive: true, mode: isRoot() ? 0o711 : 0o700 });
    accessSync(dataDir, constants.W_OK | constants.X_OK);
    return realpathSync(dataDir);
  } catch (error) {
    throw new DatabaseStartError(`DATA_DIR ${dataDir} cannot be written: ${String(error)}`, { cause: error });
  }
}

/**
 * Settles where the database lives: in DATA_DIR, or where the user PostgreSQL runs as cannot get there (below /root, say)
 * in a folder of the system, which is then kept in DATA_DIR and told in one line.
 * @returns the folder, owned by that user, that holds the data folder of each major version
 */
export function settleHome(dataDir: string, user: OsUser, log: Log): string {
  const home = knownHome(dataDir);
  if (user.uid === undefined) {
    makeOwned(home, user);
    return home;
  }
  if (!hasCluster(home)) makeOwned(home, user);
  if (canUse(user, home)) return home;
  if (hasCluster(home)) {
    throw new DatabaseStartError(
      `The database in ${home} cannot be used by the user it runs as (uid ${user.uid}): ` +
        'its files belong to somebody else, or a folder above it is closed.',
    );
  }
  rmSync(home, { recursive: true });
  const moved = path.join(makeReachableDirectory(user), `data-${randomBytes(4).toString('hex')}`);
  makeOwned(moved, user);
  writeFileSync(placesIn(dataDir).location, `${moved}\n`);
  log.warn({}, `The database user cannot reach ${dataDir}, so the database lives in ${moved}`);
  return moved;
}

/** Where the database of this DATA_DIR is, or would be if it can be reached. */
export function knownHome(dataDir: string): string {
  const { location } = placesIn(dataDir);
  if (!existsSync(location)) return path.join(dataDir, 'postgres');
  const moved = readFileSync(location, 'utf8').trim();
  if (existsSync(moved)) return moved;
  throw new DatabaseStartError(
    `The database folder ${moved}, named in ${location}, is gone. ` +
      `Put it back, or remove ${location} to begin with an empty database.`,
  );
}

/** Whether there is a database of any version in the folder. */
export function hasCluster(home: string): boolean {
  return versionsIn(home).length > 0;
}

/** The major versions that have a data folder here. */
export function versionsIn(home: string): string[] {
  if (!existsSync(home)) return [];
  return readdirSync(home).filter((name) => /^\d+$/.test(name) && existsSync(path.join(home, name, 'PG_VERSION')));
}

/** Creates the folder, closed to everyone but the user PostgreSQL runs as. */
export function makeOwned(directory: string, user: OsUser): void {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  if (user.uid !== undefined && user.gid !== undefined) chownSync(directory, user.uid, user.gid);
}

/** @returns a folder that the user can pass, for things root makes for it */
export function makeReachableDirectory(user: OsUser): string {
  for (const parent of reachableParents) {
    try {
      const probe = path.join(parent, `.probe-${process.pid}`);
      mkdirSync(parent, { recursive: true, mode: 0o711 });
      if (!isOwnAlone(parent)) continue;
      makeOwned(probe, user);
      const isReachable = canUse(user, probe);
      rmdirSync(probe);
      if (isReachable) return parent;
    } catch {
      // A read-only or missing parent: the next one may do.
    }
  }
  throw new DatabaseStartError(
    `No folder was found for the database that its user can reach; tried ${reachableParents.join(' and ')}`,
  );
}

/**
 * Whether nobody else writes in a folder: in /var/tmp anybody may have made one of this name, with programs in it that we
 * would run.
 */
export function isOwnAlone(directory: string): boolean {
  const { uid, mode } = lstatSync(directory);
  return (mode & constants.S_IFMT) === constants.S_IFDIR && uid === process.getuid?.() && (mode & 0o022) === 0;
}
