import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

import { hasCluster, makeOwned, versionsIn } from './places.ts';
import { DatabaseStartError } from './startError.ts';

import type { Binaries } from './binaries.ts';
import type { OsUser } from './osUser.ts';

const run = promisify(execFile);

/** Login user and owner of an embedded database. */
export const loginUser = 'careloop';

/**
 * Creates the data folder in `home` if there is none, named after its major version. It is created in a temporary folder and
 * moved into place, so a start that is killed halfway leaves nothing that looks like a database.
 * @returns the data folder
 */
export async function initializeCluster(
  home: string,
  password: string,
  user: OsUser,
  binaries: Binaries,
): Promise<string> {
  const directory = path.join(home, binaries.majorVersion);
  if (existsSync(path.join(directory, 'PG_VERSION'))) return directory;
  refuseOtherVersion(home, binaries);
  const unfinished = `${directory}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  makeOwned(unfinished, user);
  await initdb(unfinished, password, user, binaries);
  await rename(unfinished, directory);
  return directory;
}

/**
 * The password of the login user, from a file that only its owner can read; generated if there is no database yet.
 * @throws Error if the database exists but the file does not
 */
export function keepPassword(file: string, home: string): string {
  if (existsSync(file)) return readFileSync(file, 'utf8').trim();
  if (hasCluster(home)) {
    throw new DatabaseStartError(
      `The password of the database in ${home} is gone: put ${file} back, or remove ${home} to begin anew.`,
    );
  }
  const password = randomBytes(24).toString('base64url');
  writeFileSync(file, `${password}\n`, { mode: 0o600 });
  return password;
}

function refuseOtherVersion(home: string, binaries: Binaries): void {
  const other = versionsIn(home).at(-1);
  if (other === undefined) return;
  throw new DatabaseStartError(
    `The database in ${home} was made by PostgreSQL ${other}; this release brings PostgreSQL ${binaries.majorVersion}. ` +
      'Back it up with the release that made it and restore it here.',
  );
}

async function initdb(directory: string, password: string, user: OsUser, binaries: Binaries): Promise<void> {
  const passwordFile = path.join(directory, '..', `initdb-${randomBytes(4).toString('hex')}`);
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
  if (user.uid !== undefined && user.gid !== undefined) chownSync(passwordFile, user.uid, user.gid);
  try {
    await run(
      binaries.initdb,
      [
        `--pgdata=${directory}`,
        `--username=${loginUser}`,
        `--pwfile=${passwordFile}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        // PostgreSQL's builtin Unicode rules: the same on every machine, whatever locales are installed.
        '--locale-provider=builtin',
        '--locale=C',
        '--builtin-locale=C.UTF-8',
      ],
      { ...user, cwd: directory },
    );
  } catch (error) {
    const { stderr } = error as { stderr?: string };
    throw new DatabaseStartError(
      `PostgreSQL could not make its data folder in ${directory}: ${lastLine(stderr) ?? String(error)}`,
      {
        cause: error,
      },
    );
  } finally {
    rmSync(passwordFile, { force: true });
  }
}

function lastLine(text: string | undefined): string | undefined {
  return text
    ?.split('\n')
    .filter((line) => line.trim() !== '')
    .at(-1);
}
