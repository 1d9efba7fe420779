import { setTimeout as sleep } from 'node:timers/promises';

import { freePort } from './port.ts';
import { hasEnded, launch, ServerStartError, shutDown } from './server.ts';

import type { ChildProcess } from 'node:child_process';
import type { ServerOptions } from './server.ts';

const MEMORY_PATIENCE_MS = 30_000;
const PORT_ATTEMPTS = 5;
const SHORTEST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 10_000;

/** Keeps one PostgreSQL running until it is stopped: restarts it with increasing delay if it exits on its own. */
export class Supervisor {
  readonly #options: ServerOptions;
  readonly #stopping = new AbortController();
  #child: ChildProcess;
  #revival: Promise<void> | undefined;
  readonly #endWithProcess = () => {
    if (!hasEnded(this.#child)) this.#child.kill('SIGINT');
  };

  private constructor(options: ServerOptions, child: ChildProcess) {
    this.#options = options;
    this.#child = child;
    this.#watch(child);
    // Also runs when the process ends with an uncaught error.
    process.once('exit', this.#endWithProcess);
  }

  static async start(options: ServerOptions): Promise<Supervisor> {
    return new Supervisor(options, await launchPatiently(options));
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#revival;
    await shutDown(this.#child, this.#options.directory);
    process.off('exit', this.#endWithProcess);
  }

  #watch(child: ChildProcess): void {
    child.once('exit', (code, signal) => {
      if (this.#stopping.signal.aborted) return;
      this.#options.log.error({ code, signal }, 'The database ended unexpectedly; starting it again');
      this.#revival = this.#revive();
    });
  }

  async #revive(): Promise<void> {
    const { signal } = this.#stopping;
    for (let pause = SHORTEST_PAUSE_MS; !signal.aborted; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
      await sleep(pause, undefined, { signal }).catch(() => {});
      if (signal.aborted) return;
      try {
        this.#child = await launchPatiently(this.#options);
      } catch (error) {
        this.#options.log.error({ err: error }, 'The database did not start; trying again');
        continue;
      }
      this.#options.log.info({}, 'The database is running again');
      this.#watch(this.#child);
      return;
    }
  }
}

/**
 * Starts on a port that was just found free, and tries another if it has been taken meanwhile.
 * @returns the supervisor and the port in use
 */
export async function superviseOnFreePort(
  port: number,
  optionsFor: (port: number) => ServerOptions,
): Promise<{ supervisor: Supervisor; port: number }> {
  let candidate = port;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return { supervisor: await Supervisor.start(optionsFor(candidate)), port: candidate };
    } catch (error) {
      if (!(error instanceof ServerStartError && error.isPortTaken) || attempt === PORT_ATTEMPTS) throw error;
      candidate = await freePort();
    }
  }
}

/** Retries while the backends of a killed postmaster still hold its shared memory. */
async function launchPatiently(options: ServerOptions): Promise<ChildProcess> {
  const deadline = performance.now() + MEMORY_PATIENCE_MS;
  for (;;) {
    try {
      return await launch(options);
    } catch (error) {
      const isPassing = error instanceof ServerStartError && error.isMemoryInUse;
      if (!isPassing || performance.now() > deadline) throw error;
      await sleep(SHORTEST_PAUSE_MS);
    }
  }
}
