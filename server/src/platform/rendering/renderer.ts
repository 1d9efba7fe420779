import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';

import { renderLimits } from './limits.ts';
import { RenderError } from './messages.ts';
import type { RenderAction, RenderCalls, RenderReply, SourceFile } from './messages.ts';

/** Decodes and renders uploaded files in separate processes. */
export interface DocumentRenderer {
  /** @throws RenderError with the reason why the file cannot be shown */
  ask<Action extends RenderAction>(
    action: Action,
    file: SourceFile,
    input: RenderCalls[Action]['input'],
    signal?: AbortSignal,
  ): Promise<RenderCalls[Action]['output']>;
  close(): Promise<void>;
}

export interface RendererOptions {
  processes?: number;
  callMs?: number;
  /** Program of the processes; replaced in tests. */
  program?: URL;
}

interface Task {
  action: RenderAction;
  file: SourceFile;
  input: object;
  resolve: (output: never) => void;
  reject: (error: RenderError) => void;
}

/**
 * A small pool of processes, started on demand and ended when idle. Processes instead of threads, because a crash in a
 * native decoder ends the whole process.
 */
export function createRenderer(options: RendererOptions = {}): DocumentRenderer {
  const most = options.processes ?? Math.max(1, Math.min(4, availableParallelism() - 1));
  const workers: Worker[] = [];
  const waiting: Task[] = [];
  let isClosed = false;

  function next(): void {
    while (waiting.length > 0) {
      const worker = freeWorker(waiting[0]?.file.key);
      if (worker === undefined) return;
      const task = waiting.shift();
      if (task !== undefined) void worker.work(task).then(next);
    }
  }

  /** Prefers the worker that already has the file open. */
  function freeWorker(key: string | undefined): Worker | undefined {
    const free = workers.filter((worker) => !worker.isBusy);
    const known = free.find((worker) => worker.lastKey === key) ?? free[0];
    if (known !== undefined || workers.length >= most) return known;
    const worker = new Worker(options);
    workers.push(worker);
    return worker;
  }

  return {
    ask(action, file, input, signal) {
      return new Promise((resolve, reject) => {
        if (isClosed || signal?.aborted === true || waiting.length >= renderLimits.waiting) {
          return reject(new RenderError('busy'));
        }
        const task: Task = { action, file, input, resolve, reject };
        waiting.push(task);
        signal?.addEventListener('abort', () => {
          const at = waiting.indexOf(task);
          if (at < 0) return;
          waiting.splice(at, 1);
          reject(new RenderError('busy', 'the reader has moved on'));
        });
        next();
      });
    },
    async close() {
      isClosed = true;
      for (const task of waiting.splice(0)) task.reject(new RenderError('busy'));
      await Promise.all(workers.map((worker) => worker.end()));
    },
  };
}

/** One process, which runs one call at a time. */
class Worker {
  readonly #options: RendererOptions;
  #child: ChildProcess | undefined;
  #idle: NodeJS.Timeout | undefined;
  #calls = 0;
  isBusy = false;
  lastKey: string | undefined;

  constructor(options: RendererOptions) {
    this.#options = options;
  }

  async work({ action, file, input, resolve, reject }: Task): Promise<void> {
    this.isBusy = true;
    clearTimeout(this.#idle);
    const limits = new AbortController();
    try {
      const reply = await this.#reply(action, file, input, limits.signal);
      if ('problem' in reply) reject(new RenderError(reply.problem, reply.detail));
      else resolve(reply.output as never);
      this.lastKey = file.key;
    } catch (error) {
      this.lastKey = undefined;
      await this.end();
      reject(error instanceof RenderError ? error : new RenderError('crashed', String(error)));
    } finally {
      limits.abort();
      this.isBusy = false;
      this.#idle = setTimeout(() => void this.end(), renderLimits.idleMs).unref();
    }
  }

  async end(): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.ref();
    child.kill('SIGKILL');
    await ended;
  }

  async #reply(action: RenderAction, file: SourceFile, input: object, done: AbortSignal): Promise<RenderReply> {
    const child = (this.#child ??= startChild(this.#options.program));
    const id = (this.#calls += 1);
    return await new Promise<RenderReply>((resolve, reject) => {
      const onExit = () => {
        this.#child = undefined;
        reject(new RenderError('crashed'));
      };
      const onMessage = (reply: RenderReply) => reply.id === id && resolve(reply);
      const timer = setTimeout(() => reject(new RenderError('too_slow')), this.#options.callMs ?? renderLimits.callMs);
      const watch = setInterval(() => {
        void endAboveLimit(child.pid, reject);
      }, 250);
      done.addEventListener('abort', () => {
        clearTimeout(timer);
        clearInterval(watch);
        child.off('message', onMessage).off('exit', onExit).off('error', onExit);
      });
      child.on('message', onMessage).once('exit', onExit).once('error', onExit);
      child.send({ id, action, file, input }, (error) => error !== null && onExit());
    });
  }
}

const program = new URL('child/main.ts', import.meta.url);

/** The child gets no environment, and Node's permission model prevents it from writing files and starting processes. */
function startChild(url = program): ChildProcess {
  const child = fork(fileURLToPath(url), [], {
    env: {},
    execArgv: [
      '--permission',
      '--allow-fs-read=*',
      '--allow-addons',
      '--disable-warning=SecurityWarning',
      `--max-old-space-size=${renderLimits.heapMb}`,
    ],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  // An idle child must not keep the product running.
  child.unref();
  child.channel?.unref();
  return child;
}

async function endAboveLimit(pid: number | undefined, reject: (error: RenderError) => void): Promise<void> {
  const bytes = await residentBytes(pid);
  if (bytes > renderLimits.residentBytes) reject(new RenderError('too_large', `${bytes} bytes of memory`));
}

/** Resident memory of a process in bytes; 0 if unknown. */
async function residentBytes(pid: number | undefined): Promise<number> {
  if (process.platform !== 'linux' || pid === undefined) return 0;
  const pages = /^\d+ (\d+)/.exec(await readFile(`/proc/${pid}/statm`, 'latin1').catch(() => ''))?.[1];
  return Number(pages ?? 0) * 4096;
}
