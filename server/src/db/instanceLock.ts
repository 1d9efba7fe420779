import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { ensureDataDir } from './embedded/places.ts';
import { tryLock } from './fileLock.ts';

/** What a running product tells about itself to a second start. */
export interface InstanceInfo {
  /** What runs, as in "Careloop" or "An import". */
  name: string;
  /** Where it is served, once it is. */
  address?: string;
}

export interface RunningInstance extends InstanceInfo {
  pid: number;
  /** ISO time. */
  startedAt: string;
}

export interface InstanceLock {
  /** Replaces what a second start is told, when the address is known. */
  describe(info: InstanceInfo): void;
  release(): void;
}

/** Something runs on this DATA_DIR already; the message says what. */
export class InstanceRunningError extends Error {
  override readonly name = 'InstanceRunningError';
  readonly running: RunningInstance | undefined;

  constructor(dataDir: string, running: RunningInstance | undefined) {
    super(describeRunning(dataDir, running));
    this.running = running;
  }
}

/**
 * Makes this process the only one that works on DATA_DIR, until it releases the lock or ends.
 * @throws InstanceRunningError when another one does
 */
export function acquireInstanceLock(dataDir: string, info: InstanceInfo): InstanceLock {
  const directory = ensureDataDir(dataDir);
  const lock = tryLock(path.join(directory, 'instance.lock'));
  if (lock === undefined) throw new InstanceRunningError(directory, readRunningInstance(directory));
  const startedAt = new Date().toISOString();
  const describe = (current: InstanceInfo) => writeInstance(directory, { ...current, pid: process.pid, startedAt });
  describe(info);
  return {
    describe,
    release() {
      rmSync(instanceFile(directory), { force: true });
      lock.release();
    },
  };
}

/** What was last told by the holder of the lock; it may have died since. */
export function readRunningInstance(dataDir: string): RunningInstance | undefined {
  try {
    return JSON.parse(readFileSync(instanceFile(dataDir), 'utf8')) as RunningInstance;
  } catch {
    return undefined;
  }
}

function instanceFile(directory: string): string {
  return path.join(directory, 'instance.json');
}

/** Renamed into place, so that a reader never sees half of it. */
function writeInstance(directory: string, instance: RunningInstance): void {
  const file = instanceFile(directory);
  writeFileSync(`${file}.new`, `${JSON.stringify(instance)}\n`);
  renameSync(`${file}.new`, file);
}

function describeRunning(dataDir: string, running: RunningInstance | undefined): string {
  if (running === undefined) return `Another process is already working on ${dataDir}.`;
  const address = running.address === undefined ? '' : ` at ${running.address}`;
  return (
    `${running.name} is already running${address} on ${dataDir} ` +
    `(process ${running.pid}, started ${running.startedAt}). Stop it first, or choose another DATA_DIR.`
  );
}
