import { isConnectionError } from './errors.ts';

interface Pending<Input, Result> {
  input: Input;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

export interface BatchOptions {
  /** Inputs in one batch at most. */
  maxSize?: number;
  /**
   * Start the next batch after this many milliseconds even if one is in flight: on a connection that a firewall forgot
   * its result may never come, and every call of the process waits here.
   */
  maxWaitMs?: number;
}

/** Batches in flight at most, each on a connection of its own. */
const maxInFlight = 4;

/**
 * Makes one statement of what is asked at the same time: it costs little more than for one input, and saves a round trip
 * for each of the others. Inputs of one turn of the event loop go out at once; those that arrive while a batch is in flight
 * share the next one.
 * @param runBatch returns as many results as inputs, in their order; when it fails, all of its inputs do
 */
export function batch<Input, Result>(
  runBatch: (inputs: readonly Input[]) => Promise<readonly Result[]>,
  { maxSize = 200, maxWaitMs = 250 }: BatchOptions = {},
): (input: Input) => Promise<Result> {
  const pending: Pending<Input, Result>[] = [];
  const inFlight = new Set<Promise<void>>();
  let isRunning = false;

  async function runNext(): Promise<void> {
    const next = pending.splice(0, maxSize);
    try {
      const results = await runBatch(next.map(({ input }) => input));
      // As many as inputs: a missing one is the caller's undefined.
      for (const [index, { resolve }] of next.entries()) resolve(results[index] as Result);
    } catch (error) {
      for (const { reject } of next) reject(error);
      // Those that wait would ask the same database, and wait as long once more.
      if (isConnectionError(error)) for (const { reject } of pending.splice(0)) reject(error);
    }
  }

  async function runAll(): Promise<void> {
    isRunning = true;
    await new Promise((resolve) => setImmediate(resolve));
    while (pending.length > 0) {
      if (inFlight.size >= maxInFlight) await Promise.race(inFlight);
      const running = runNext();
      inFlight.add(running);
      void running.then(() => inFlight.delete(running));
      await waitAtMost(maxWaitMs, running);
    }
    isRunning = false;
  }

  return (input) =>
    new Promise((resolve, reject) => {
      pending.push({ input, resolve, reject });
      if (!isRunning) void runAll();
    });
}

/** Resolves when the work is done, or after that many milliseconds. */
async function waitAtMost(ms: number, work: Promise<void>): Promise<void> {
  const { promise: timeout, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  await Promise.race([work, timeout]);
  clearTimeout(timer);
}
