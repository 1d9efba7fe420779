import { execFile, spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { promisify } from 'node:util';

import { DatabaseStartError } from './startError.ts';

const run = promisify(execFile);

/** The operating system user PostgreSQL runs as. Without ids: the current user. */
export interface OsUser {
  uid?: number;
  gid?: number;
}

export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/**
 * PostgreSQL refuses to run as root, so root runs it as the owner of an existing database folder, otherwise as `postgres`,
 * which is created if missing.
 */
export async function findDatabaseUser(clusterDir: string): Promise<OsUser> {
  if (!isRoot()) return {};
  return ownerOf(clusterDir) ?? (await lookUp('postgres')) ?? (await createUser()) ?? (await nobody());
}

/** Whether the user may enter the folder and write in it. Tested with a child process, because ACLs may apply. */
export function canUse(user: OsUser, directory: string): boolean {
  const probe = spawnSync('/bin/sh', ['-c', 'test -x "$1" && test -w "$1"', 'sh', directory], { ...user, cwd: '/' });
  return probe.status === 0;
}

/** Whether the user may run the program. */
export function canExecute(user: OsUser, file: string): boolean {
  return spawnSync(file, ['--version'], { ...user, cwd: '/' }).status === 0;
}

function ownerOf(directory: string): OsUser | undefined {
  const found = statSync(directory, { throwIfNoEntry: false });
  if (found === undefined || found.uid === 0) return undefined;
  return { uid: found.uid, gid: found.gid };
}

async function lookUp(name: string): Promise<OsUser | undefined> {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])]);
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  } catch {
    return undefined;
  }
}

/** `useradd` works on most distributions, `adduser` on those with BusyBox. */
async function createUser(): Promise<OsUser | undefined> {
  const attempts: [string, string[]][] = [
    ['useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', 'postgres']],
    ['adduser', ['-S', '-D', '-H', 'postgres']],
  ];
  for (const [command, args] of attempts) {
    await run(command, args).catch(() => undefined);
    const created = await lookUp('postgres');
    if (created !== undefined) return created;
  }
  return undefined;
}

async function nobody(): Promise<OsUser> {
  const found = await lookUp('nobody');
  if (found !== undefined) return found;
  throw new DatabaseStartError(
    'PostgreSQL cannot run as root, and no user `postgres` could be found or created on this system',
  );
}
