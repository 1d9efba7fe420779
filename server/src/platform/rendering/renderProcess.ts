import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { constants, setPriority } from 'node:os';
import type { Writable } from 'node:stream';

import { findConfinement, startConfined } from './confinement.ts';
import { renderLimits } from './limits.ts';
import { fileKeyOf, RenderError } from './messages.ts';
import type { RecordPart, RenderAction, RenderReply, RenderRequest, RenderStart, RenderWork } from './messages.ts';

export interface ProcessOptions {
  processorMs?: number | undefined;
  callMs?: number | undefined;
  /** Program of the process; replaced in tests. */
  program?: URL | undefined;
}

/** Thrown by a call whose process was ended to make room; it can be repeated. */
export class MadeRoom extends Error {}

const program = new URL('child/main.ts', import.meta.url);
const watchMs = 250;
/** Actions that read the bytes of a file, even if the process has it open. */
const readsWhole: ReadonlySet<RenderAction> = new Set(['embedded', 'narrative', 'record']);

/** A process that runs one call at a time. It is started by its first call, and ended by a call that fails and when idle. */
export class RenderProcess {
  readonly #options: ProcessOptions;
  #child: ChildProcess | undefined;
  #idle: NodeJS.Timeout | undefined;
  #calls = 0;
  #isNice = false;
  #makeRoom: (() => void) | undefined;
  /** The file it has open. */
  openKey: string | undefined;

  constructor(options: ProcessOptions) {
    this.#options = options;
  }

  /** @throws RenderError if the process had to be ended; MadeRoom */
  async run(work: RenderWork, on: RunEvents): Promise<RenderReply> {
    clearTimeout(this.#idle);
    const done = new AbortController();
    try {
      const reply = await this.#reply(work, { ...on, done: done.signal });
      this.openKey = reply.isOpen ? fileKeyOf(work.file) : undefined;
      return reply;
    } finally {
      done.abort();
      // Not every user may raise a priority again.
      if (this.#isNice && !this.#setPriority(constants.priority.PRIORITY_NORMAL)) await this.end();
      this.#isNice = false;
      this.#idle = setTimeout(() => void this.end(), renderLimits.idleMs).unref();
    }
  }

  /** Ends the running call, whose caller may repeat it. */
  makeRoom(): void {
    this.#makeRoom?.();
  }

  /** The call runs for long: it gets the processor after the server, the database and short calls. */
  yieldToOthers(): void {
    this.#isNice = this.#setPriority(constants.priority.PRIORITY_LOW);
  }

  /** Starts it before it is needed. */
  warm(): void {
    void this.#start();
  }

  async end(): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    this.openKey = undefined;
    this.#isNice = false;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.ref();
    child.kill('SIGKILL');
    await ended;
  }

  #setPriority(priority: number): boolean {
    try {
      if (this.#child?.pid !== undefined) setPriority(this.#child.pid, priority);
      return true;
    } catch {
      return false;
    }
  }

  async #start(): Promise<ChildProcess> {
    if (this.#child !== undefined) return this.#child;
    const confinement = await findConfinement();
    const child = (this.#child ??= startConfined(this.#options.program ?? program, confinement));
    // An idle child must not keep the product running.
    child.unref();
    child.channel?.unref();
    filesOf(child).unref();
    // A child that ends early is noticed by its exit.
    filesOf(child).on('error', () => {});
    return child;
  }

  async #reply(work: RenderWork, call: Omit<Sending, 'paths' | 'byteCounts'>): Promise<RenderReply> {
    const isOpen = !readsWhole.has(work.action) && work.file.key !== '' && this.openKey === fileKeyOf(work.file);
    const paths = isOpen ? [] : pathsOf(work);
    const byteCounts = await Promise.all(paths.map(async (path) => (await stat(path)).size));
    if (byteCounts.some((count) => count > renderLimits.fileBytes)) throw new RenderError('too_large');
    const child = await this.#start();
    try {
      return await this.#send(child, work, { ...call, paths, byteCounts });
    } catch (error) {
      await this.end();
      throw error;
    }
  }

  async #send(
    child: ChildProcess,
    { action, file: { key, kind }, input }: RenderWork,
    sending: Sending,
  ): Promise<RenderReply> {
    const { byteCounts, onStart, onLong, done } = sending;
    const id = (this.#calls += 1);
    const request: RenderRequest = { id, action, file: { key, kind }, input, byteCounts };
    return await new Promise<RenderReply>((resolve, reject) => {
      const onExit = () => {
        this.#child = undefined;
        reject(new RenderError('crashed'));
      };
      const restartWatch = this.#watch(child, { reject, onLong, done });
      const onMessage = (message: RenderReply | RenderStart) => {
        if (message.id !== id) return;
        if ('hasStarted' in message) {
          restartWatch();
          onStart();
        } else resolve(message);
      };
      this.#makeRoom = () => reject(new MadeRoom());
      done.addEventListener('abort', () => {
        this.#makeRoom = undefined;
        child.off('message', onMessage).off('exit', onExit).off('error', onExit);
      });
      child.on('message', onMessage).once('exit', onExit).once('error', onExit);
      child.send(request, (error) => error !== null && onExit());
      sendFiles(filesOf(child), sending).catch((error: unknown) => {
        // The file cannot be read.
        reject(new RenderError('busy', String(error)));
      });
    });
  }

  /** Rejects a call that exceeds a limit, and tells when it is long, until `done`. Returns what measures anew from now on. */
  #watch(child: ChildProcess, { reject, onLong, done }: Watching): () => void {
    const { callMs = renderLimits.callMs, processorMs = renderLimits.processorMs } = this.#options;
    let begun = performance.now();
    let before: number | undefined;
    let used: number | undefined;
    const check = async () => {
      const usage = await usageOf(child.pid);
      // The process may run the next call already.
      if (done.aborted) return;
      if (usage === null) {
        if (performance.now() - begun > renderLimits.shortMs) onLong();
        return;
      }
      before ??= usage.processorMs;
      used = usage.processorMs - before;
      if (used > renderLimits.shortMs) onLong();
      if (usage.residentBytes > renderLimits.residentBytes) {
        reject(new RenderError('too_large', `${usage.residentBytes} bytes of memory`));
      } else if (used > processorMs) reject(new RenderError('too_slow', `${used} ms of processor time`));
    };
    const watch = setInterval(() => void check(), watchMs);
    const timer = setTimeout(() => {
      // If it got little processor time, the machine is too busy and a retry may succeed.
      const isStarved = used !== undefined && used < processorMs / 3;
      reject(new RenderError(isStarved ? 'busy' : 'too_slow', `${callMs} ms`));
    }, callMs);
    done.addEventListener('abort', () => {
      clearInterval(watch);
      clearTimeout(timer);
    });
    return () => {
      begun = performance.now();
      before = undefined;
      void check();
    };
  }
}

interface RunEvents {
  /** The process has the decoder and begins with the file. */
  onStart: () => void;
  /**
   * The call has used more processor time than a short one does; repeated while it runs. Where the system does not tell that
   * time, the time that has passed counts.
   */
  onLong: () => void;
}

interface Watching extends Pick<RunEvents, 'onLong'> {
  reject: (error: RenderError) => void;
  done: AbortSignal;
}

interface Sending extends RunEvents {
  paths: string[];
  byteCounts: number[];
  done: AbortSignal;
}

function pathsOf({ action, file, input }: RenderWork): string[] {
  if (action !== 'record') return [file.path];
  return (input as { parts: RecordPart[] }).parts.flatMap((part) => (part.file === undefined ? [] : [part.file.path]));
}

const filesOf = (child: ChildProcess) => child.stdio[4] as Socket;

async function sendFiles(to: Writable, { paths, byteCounts, done }: Sending): Promise<void> {
  for (const [index, path] of paths.entries()) {
    const count = byteCounts[index] ?? 0;
    if (count === 0) continue;
    const file = createReadStream(path, { end: count - 1 });
    for await (const chunk of file) {
      if (to.write(chunk)) continue;
      const isReady = await once(to, 'drain', { signal: done }).then(
        () => true,
        () => false,
      );
      // The process has ended, which its exit tells, or the call has.
      if (!isReady) return;
    }
    if (file.bytesRead < count) throw new Error('The file became shorter');
  }
}

/** Processor time and resident memory of a process; null if unknown. */
async function usageOf(pid: number | undefined): Promise<{ processorMs: number; residentBytes: number } | null> {
  if (process.platform !== 'linux' || pid === undefined) return null;
  const line = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => '');
  // After the name in parentheses: the state and, from the 12th value on, ticks of 10 ms in user and system mode; pages.
  const values = line
    .slice(line.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const [user, system, pages] = [values[11], values[12], values[21]];
  if (user === undefined || system === undefined || pages === undefined) return null;
  return { processorMs: (user + system) * 10, residentBytes: pages * 4096 };
}
