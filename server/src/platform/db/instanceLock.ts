import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { ensureDataDir } from './embedded/places.ts';
import { tryLock } from './fileLock.ts';

/** What a second start is told about the running instance. */
export interface InstanceInfo {
  /** Name of the program: "Careloop", "An import" or the like. */
  name: string;
  /** Address of the portal, once it is up. */
  address?: string;
}

export interface RunningInstance extends InstanceInfo {
  pid: number;
  /** ISO time. */
  startedAt: string;
}

export interface InstanceLock {
  /** Updates what a second start is told, for example once the address is known. */
  describe(info: InstanceInfo): void;
  release(): void;
}

/** Another instance is already running on this DATA_DIR; the message names it. */
export class InstanceRunningError extends Error {
  override readonly name = 'InstanceRunningError';
  readonly running: RunningInstance | undefined;

  constructor(dataDir: string, running: RunningInstance | undefined) {
    super(describeRunning(dataDir, running));
    this.running = running;
  }
}

/**
 * Locks DATA_DIR for this process until it releases the lock or ends.
 * @throws InstanceRunningError if another instance holds the lock
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

/** What the last holder of the lock wrote about itself; it may have died since. */
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

/** Renamed into place, so that a reader never sees a partial file. */
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
