import { isConnectionError, isHeldUp } from './errors.ts';

interface Pending<Input, Result> {
  input: Input;
  resolve: (result: Result | PromiseLike<Result>) => void;
  reject: (error: unknown) => void;
}

export interface BatchOptions {
  /** Maximum number of inputs in one batch. */
  maxSize?: number;
  /**
   * Start the next batch after this many milliseconds even if one is in flight. Its result may never come if a firewall has
   * dropped the connection, and every call of the process waits here.
   */
  maxWaitMs?: number;
}

/** Maximum number of batches in flight, each on its own connection. */
const maxInFlight = 4;

/**
 * Combines concurrent inputs into one statement: it costs little more than a single input and saves a round trip for each
 * of the others. Inputs of the same event-loop turn are sent together; those that arrive while a batch is in flight share
 * the next one.
 * @param runBatch returns one result per input, in the same order, or a promise of it; if it fails, all of its inputs fail
 */
export function batch<Input, Result>(
  runBatch: (inputs: readonly Input[]) => Promise<readonly (Result | PromiseLike<Result>)[]>,
  { maxSize = 200, maxWaitMs = 250 }: BatchOptions = {},
): (input: Input) => Promise<Result> {
  const pending: Pending<Input, Result>[] = [];
  const inFlight = new Set<Promise<void>>();
  let isRunning = false;

  async function runNext(): Promise<void> {
    const next = pending.splice(0, maxSize);
    try {
      const results = await runBatch(next.map(({ input }) => input));
      // There is one result per input; a missing one resolves to undefined.
      for (const [index, { resolve }] of next.entries()) resolve(results[index] as Result);
    } catch (error) {
      for (const { reject } of next) reject(error);
      // Pending inputs need the same database or tables, and would only fail after another timeout.
      if (isConnectionError(error) || isHeldUp(error)) for (const { reject } of pending.splice(0)) reject(error);
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

/** Resolves when the work is done, or after `ms` milliseconds. */
async function waitAtMost(ms: number, work: Promise<void>): Promise<void> {
  const { promise: timeout, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  await Promise.race([work, timeout]);
  clearTimeout(timer);
}
