import { availableParallelism } from 'node:os';

import { Failures } from './failures.ts';
import { renderLimits } from './limits.ts';
import { fileKeyOf, RenderError } from './messages.ts';
import type { RenderAction, RenderCalls, RenderWork, SourceFile } from './messages.ts';
import { MadeRoom, RenderProcess } from './renderProcess.ts';
import type { ProcessOptions } from './renderProcess.ts';

/** Who waits for the answer. */
export interface Asker {
  /** Processes are shared fairly between these; by default the server's own jobs. */
  asker?: string;
  signal?: AbortSignal;
}

/** Decodes and renders uploaded files in separate processes. */
export interface DocumentRenderer {
  /** @throws RenderError with the reason why the file cannot be shown */
  ask<Action extends RenderAction>(
    action: Action,
    file: SourceFile,
    input: RenderCalls[Action]['input'],
    asker?: Asker,
  ): Promise<RenderCalls[Action]['output']>;
  close(): Promise<void>;
}

export interface RendererOptions extends ProcessOptions {
  processes?: number;
}

interface Waiter {
  asker: string;
  /** Of the same file; each asker's own path lasts as long as they wait. */
  path: string;
  resolve: (output: never) => void;
  reject: (error: unknown) => void;
}

/** A call, with all who wait for its answer. */
interface Task extends RenderWork {
  /** Equal calls have the same name; '' for one that is never joined. */
  name: string;
  waiters: Waiter[];
  /** Has run for long, or will probably. */
  isLong: boolean;
  runsIn: RenderProcess | undefined;
}

export function createRenderer(options: RendererOptions = {}): DocumentRenderer {
  return new RenderPool(options);
}

/**
 * A small pool of processes, started on demand and ended when idle. Processes instead of threads, because a crash in a
 * native decoder ends the whole process.
 *
 * One process is kept for short calls: if all of them run long calls, the call that became long last is ended, and starts again
 * when another long one has finished. Of the calls that wait, that of the asker for whom the fewest run is next, then that of the
 * asker who was served longest ago.
 */
class RenderPool implements DocumentRenderer {
  readonly #options: RendererOptions;
  readonly #most: number;
  readonly #mostLong: number;
  readonly #processes: RenderProcess[] = [];
  readonly #tasks: Task[] = [];
  readonly #failures = new Failures();
  /** Until when all calls of an asker count as long. */
  readonly #longUntil = new Map<string, number>();
  /** The number of the last call of each asker, as long as calls wait. */
  readonly #served = new Map<string, number>();
  #calls = 0;
  #isClosed = false;

  constructor(options: RendererOptions) {
    this.#options = options;
    this.#most = options.processes ?? Math.max(2, Math.min(4, availableParallelism() - 1));
    this.#mostLong = Math.max(1, this.#most - 1);
  }

  ask<Action extends RenderAction>(
    action: Action,
    file: SourceFile,
    input: RenderCalls[Action]['input'],
    { asker = 'jobs', signal }: Asker = {},
  ): Promise<RenderCalls[Action]['output']> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted === true) throw new RenderError('busy');
      this.#failures.requireNone({ action, file, input });
      const task = this.#taskFor({ action, file, input }, asker);
      const waiter: Waiter = { asker, path: file.path, resolve, reject };
      task.waiters.push(waiter);
      signal?.addEventListener('abort', () => this.#leave(task, waiter));
      this.#startTasks();
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const task of this.#waiting()) this.#finish(task, ({ reject }) => reject(new RenderError('busy')));
    await Promise.all(this.#processes.map((process) => process.end()));
  }

  readonly #running = () => this.#tasks.filter((task) => task.runsIn !== undefined);
  readonly #waiting = () => this.#tasks.filter((task) => task.runsIn === undefined);

  /** The task of an equal call, or a new one. @throws RenderError `busy` */
  #taskFor(work: RenderWork, asker: string): Task {
    const { action, file, input } = work;
    const name = file.key === '' || action === 'record' ? '' : JSON.stringify([action, file.kind, file.key, input]);
    const equal = this.#tasks.find((known) => name !== '' && known.name === name && known.waiters.length > 0);
    if (equal !== undefined) return equal;
    const waiting = this.#waiting();
    const own = waiting.filter(({ waiters }) => waiters.some((one) => one.asker === asker));
    if (this.#isClosed || waiting.length >= renderLimits.waiting || own.length >= renderLimits.waitingPerAsker) {
      throw new RenderError('busy');
    }
    const task: Task = { ...work, name, waiters: [], isLong: false, runsIn: undefined };
    this.#tasks.push(task);
    return task;
  }

  #leave(task: Task, waiter: Waiter): void {
    const at = task.waiters.indexOf(waiter);
    if (at < 0) return;
    task.waiters.splice(at, 1);
    waiter.reject(new RenderError('busy', 'the reader has moved on'));
    if (task.waiters.length === 0 && task.runsIn === undefined) this.#finish(task, () => {});
  }

  #startTasks(): void {
    for (;;) {
      const task = this.#nextTask();
      const process = task && this.#freeProcess(task);
      if (task === undefined || process === undefined) return;
      void this.#run(task, process);
    }
  }

  #nextTask(): Task | undefined {
    const running = this.#running();
    if (running.length >= this.#most) return undefined;
    const isRoomForLong = running.filter(({ isLong }) => isLong).length < this.#mostLong;
    const runningFor = (asker: string) =>
      running.filter(({ waiters }) => waiters.some((one) => one.asker === asker)).length;
    let best: { task: Task; share: number; served: number } | undefined;
    for (const task of this.#waiting()) {
      if (!isRoomForLong && (task.isLong || this.#asksLong(task))) continue;
      const share = Math.min(...task.waiters.map(({ asker }) => runningFor(asker)));
      const served = Math.min(...task.waiters.map(({ asker }) => this.#served.get(asker) ?? 0));
      const isBetter = best === undefined || share < best.share || (share === best.share && served < best.served);
      if (isBetter) best = { task, share, served };
    }
    return best?.task;
  }

  /** Whether every asker had a long call within the last minute. */
  #asksLong({ waiters }: Task): boolean {
    const now = Date.now();
    return waiters.every(({ asker }) => (this.#longUntil.get(asker) ?? 0) >= now);
  }

  /** Prefers the process that already has the file open. */
  #freeProcess({ file }: Task): RenderProcess | undefined {
    const free = this.#processes.filter((process) => this.#tasks.every(({ runsIn }) => runsIn !== process));
    const known = free.find((process) => process.openKey === fileKeyOf(file)) ?? free[0];
    if (known !== undefined || this.#processes.length >= this.#most) return known;
    const process = new RenderProcess(this.#options);
    this.#processes.push(process);
    return process;
  }

  async #run(task: Task, process: RenderProcess): Promise<void> {
    task.runsIn = process;
    this.#calls += 1;
    for (const { asker } of task.waiters) this.#served.set(asker, this.#calls);
    task.isLong ||= this.#asksLong(task);
    const onStart = () => {
      if (task.isLong) process.yieldToOthers();
    };
    const onLong = () => {
      if (!task.isLong) this.#becomeLong(task, process);
    };
    try {
      const path = task.waiters[0]?.path ?? task.file.path;
      const reply = await process.run({ ...task, file: { ...task.file, path } }, { onStart, onLong });
      this.#finish(task, ({ resolve, reject }) => {
        if ('problem' in reply) reject(new RenderError(reply.problem, reply.detail));
        else resolve(reply.output as never);
      });
    } catch (error) {
      this.#fail(task, process, error);
    } finally {
      this.#startTasks();
    }
  }

  #fail(task: Task, process: RenderProcess, error: unknown): void {
    if (error instanceof MadeRoom && task.waiters.length > 0) {
      task.runsIn = undefined;
      process.warm();
      return;
    }
    const failure = error instanceof RenderError ? error : new RenderError('busy', String(error));
    if (!this.#isClosed) this.#failures.add(task, failure);
    this.#finish(task, ({ reject }) => reject(failure));
  }

  #becomeLong(task: Task, process: RenderProcess): void {
    task.isLong = true;
    const now = Date.now();
    for (const [asker, until] of this.#longUntil) if (until < now) this.#longUntil.delete(asker);
    for (const { asker } of task.waiters) this.#longUntil.set(asker, now + renderLimits.longForMs);
    const isFull = this.#running().filter(({ isLong }) => isLong).length > this.#mostLong;
    if (isFull) process.makeRoom();
    else process.yieldToOthers();
  }

  #finish(task: Task, tell: (waiter: Waiter) => void): void {
    this.#tasks.splice(this.#tasks.indexOf(task), 1);
    if (this.#tasks.length === 0) this.#served.clear();
    for (const waiter of task.waiters) tell(waiter);
  }
}
