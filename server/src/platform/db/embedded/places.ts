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

/** System folders whose parents every user may traverse, the persistent one first. */
const reachableParents = ['/var/lib/careloop', '/var/tmp/careloop'];

/** Files that an embedded database keeps in DATA_DIR besides its data folder. */
export interface Places {
  password: string;
  port: string;
  log: string;
  /** Exists if the database could not be placed in DATA_DIR: contains the path of its folder. */
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
 * Creates DATA_DIR if it is missing. If created by root, the user PostgreSQL runs as may traverse but not list it; every
 * file in it is protected by its own mode.
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
 * Determines where the database lives: in DATA_DIR, or in a system folder if the user PostgreSQL runs as cannot reach
 * DATA_DIR (for example below /root). That folder's path is then stored in DATA_DIR and logged once.
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

/** Where the database of this DATA_DIR is, or would be created. */
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

/** Major versions that have a data folder here. */
export function versionsIn(home: string): string[] {
  if (!existsSync(home)) return [];
  return readdirSync(home).filter((name) => /^\d+$/.test(name) && existsSync(path.join(home, name, 'PG_VERSION')));
}

/** Creates a folder that only the user PostgreSQL runs as can access. */
export function makeOwned(directory: string, user: OsUser): void {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  if (user.uid !== undefined && user.gid !== undefined) chownSync(directory, user.uid, user.gid);
}

/** @returns a folder that the user can traverse, for files that root creates for it */
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
      // Read-only or missing parent: try the next one.
    }
  }
  throw new DatabaseStartError(
    `No folder was found for the database that its user can reach; tried ${reachableParents.join(' and ')}`,
  );
}

/**
 * Whether the folder belongs to us and nobody else can write to it. In /var/tmp another user could have created one of this
 * name, with programs in it that we would run.
 */
export function isOwnAlone(directory: string): boolean {
  const { uid, mode } = lstatSync(directory);
  return (mode & constants.S_IFMT) === constants.S_IFDIR && uid === process.getuid?.() && (mode & 0o022) === 0;
}
