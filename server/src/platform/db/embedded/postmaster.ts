import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { DatabaseStartError } from './startError.ts';

import type { Log } from '../log.ts';

const FAST_SHUTDOWN_MS = 30_000;
const IMMEDIATE_SHUTDOWN_MS = 10_000;

/**
 * Prepares a data folder for a start. A postmaster that outlived its killed product is stopped rather than adopted: this
 * ends the sessions, locks and open transactions of the killed product, its settings may be those of an older release, and
 * the exit of a child process is noticed at once. A fast shutdown and a new start take about half a second. The instance
 * lock guarantees that no running product uses it.
 * A pid file whose pid now belongs to another process is removed, because PostgreSQL would refuse to start.
 */
export async function clearOrphan(directory: string, log: Log): Promise<void> {
  const pid = recordedPid(directory);
  if (pid === undefined) return;
  if (!isPostmasterOf(pid, directory)) {
    rmSync(path.join(directory, 'postmaster.pid'), { force: true });
    return;
  }
  log.warn({ pid }, `Stopping the database (process ${pid}) that a killed start left running`);
  await stopPostmaster(pid, directory);
}

/** Fast shutdown: sessions are ended, everything committed is on disk. Becomes an immediate one if it takes too long. */
export async function stopPostmaster(pid: number, directory: string): Promise<void> {
  const steps: [NodeJS.Signals, number][] = [
    ['SIGINT', FAST_SHUTDOWN_MS],
    ['SIGQUIT', IMMEDIATE_SHUTDOWN_MS],
  ];
  for (const [signal, patience] of steps) {
    if (!isPostmasterOf(pid, directory)) return;
    process.kill(pid, signal);
    if (await isGoneWithin(pid, directory, patience)) return;
  }
  throw new DatabaseStartError(`The database process ${pid} on ${directory} does not stop`);
}

async function isGoneWithin(pid: number, directory: string, ms: number): Promise<boolean> {
  const deadline = performance.now() + ms;
  while (performance.now() < deadline) {
    if (!isPostmasterOf(pid, directory)) return true;
    await sleep(20);
  }
  return false;
}

function recordedPid(directory: string): number | undefined {
  try {
    const pid = Number.parseInt(readFileSync(path.join(directory, 'postmaster.pid'), 'utf8'), 10);
    return pid > 0 ? pid : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Whether the process is the postmaster of this folder. A postmaster's working directory is its data folder, which is also
 * on its command line; a process that reuses its pid has neither.
 */
function isPostmasterOf(pid: number, directory: string): boolean {
  if (process.platform === 'linux') {
    try {
      return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(directory);
    } catch {
      return false;
    }
  }
  if (process.platform === 'win32') return isAlive(pid);
  try {
    const command = execFileSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
    return command.includes('postgres') && command.includes(directory);
  } catch {
    return false;
  }
}

/** Whether a process with this id exists on this machine. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
