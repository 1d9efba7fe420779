import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

import { withClient } from '../connection.ts';
import { codeOf, isConnectionError } from '../errors.ts';
import { stopPostmaster } from './postmaster.ts';
import { serverArguments } from './settings.ts';
import { socketFolderOf } from './socket.ts';
import { DatabaseStartError } from './startError.ts';

import type { ChildProcess } from 'node:child_process';
import type { Log } from '../log.ts';
import type { Binaries } from './binaries.ts';
import type { OsUser } from './osUser.ts';
import type { Purpose } from './settings.ts';

const LARGEST_LOG_BYTES = 5_000_000;
const START_PATIENCE_MS = 300_000;
const SLOW_START_NOTICE_MS = 10_000;
const startingUp = '57P03';

export interface ServerOptions {
  binaries: Binaries;
  user: OsUser;
  /** The data folder. */
  directory: string;
  port: number;
  purpose: Purpose;
  logFile: string;
  /** URL of the `postgres` database, as the login user. */
  url: string;
  log: Log;
}

/** `postgres` exited before it accepted connections. */
export class ServerStartError extends DatabaseStartError {
  override readonly name = 'ServerStartError';
  readonly isPortTaken: boolean;
  readonly isMemoryInUse: boolean;

  constructor(directory: string, output: string) {
    const fatal =
      output.split('\n').findLast((line) => /FATAL|PANIC|ERROR/.test(line)) ?? output.trim().split('\n').at(-1);
    super(`PostgreSQL did not start on ${directory}: ${fatal?.trim() ?? 'it said nothing'}`);
    this.isPortTaken = /Address already in use|could not create any TCP\/IP sockets/.test(output);
    // Backends of a killed postmaster live on until they notice.
    this.isMemoryInUse = /pre-existing shared memory block|is another postmaster/.test(output);
  }
}

/**
 * Starts `postgres` and waits until it accepts connections. It runs in its own process group, so that Ctrl-C in the terminal
 * only reaches the product, which shuts its database down last.
 * @throws ServerStartError if it exits before that
 */
export async function launch(options: ServerOptions): Promise<ChildProcess> {
  const logStart = beginLog(options.logFile);
  const output = openSync(options.logFile, 'a', 0o600);
  const child = spawn(
    options.binaries.postgres,
    [
      '-D',
      options.directory,
      '-p',
      String(options.port),
      ...serverArguments(options.purpose, socketFolderOf(options.directory)),
    ],
    {
      ...options.user,
      cwd: options.directory,
      detached: true,
      env: { PATH: process.env['PATH'], LC_MESSAGES: 'C', TZ: 'UTC' },
      stdio: ['ignore', output, output],
    },
  );
  closeSync(output);
  const failure = new Promise<Error>((resolve) => child.once('error', resolve));
  const isReady = await Promise.race([waitUntilReady(child, options), failure]);
  if (isReady instanceof Error) throw isReady;
  if (isReady) return child;
  throw new ServerStartError(options.directory, readFrom(options.logFile, logStart));
}

/** Stops a server started by launch(). */
export async function shutDown(child: ChildProcess, directory: string): Promise<void> {
  if (child.pid === undefined || hasEnded(child)) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  await stopPostmaster(child.pid, directory);
  if (!hasEnded(child)) await ended;
}

export function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

/** @returns true once it is ready, false if it exited */
async function waitUntilReady(child: ChildProcess, options: ServerOptions): Promise<boolean> {
  const startedAt = performance.now();
  let noticeAt = SLOW_START_NOTICE_MS;
  while (!hasEnded(child)) {
    if (await answers(options.url)) return true;
    const waited = performance.now() - startedAt;
    if (waited > START_PATIENCE_MS)
      throw new DatabaseStartError(`The database does not answer; see ${options.logFile}`);
    if (waited > noticeAt) {
      options.log.info({}, 'Waiting for the database, which may be recovering after a crash');
      noticeAt += SLOW_START_NOTICE_MS;
    }
    await sleep(25);
  }
  return false;
}

async function answers(url: string): Promise<boolean> {
  try {
    return await withClient({ url, applicationName: 'careloop-start' }, () => Promise.resolve(true));
  } catch (error) {
    if (isConnectionError(error) || codeOf(error) === startingUp) return false;
    throw error;
  }
}

/** @returns the offset in the log file at which this start's output begins */
function beginLog(file: string): number {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size <= LARGEST_LOG_BYTES) return size;
  closeSync(openSync(file, 'w', 0o600));
  return 0;
}

function readFrom(file: string, start: number): string {
  return readFileSync(file).subarray(start).toString('utf8');
}
