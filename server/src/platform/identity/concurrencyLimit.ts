import { AppError } from '../errors.ts';

interface ConcurrencyLimit {
  maxRunning: number;
  maxWaiting: number;
  refusal: string;
}

/**
 * Limits how many calls run at once; the rest wait in order.
 * @param maxWaiting maximum length of the queue; further calls are refused with `too_many_requests`
 * @param refusal message of that error
 */
export function createConcurrencyLimit({ maxRunning, maxWaiting, refusal }: ConcurrencyLimit) {
  const waiting: (() => void)[] = [];
  let taken = 0;

  async function enter(): Promise<void> {
    if (taken < maxRunning) {
      taken += 1;
      return;
    }
    if (waiting.length >= maxWaiting) {
      throw new AppError('too_many_requests', { message: refusal });
    }
    // A finishing call hands its slot over, so `taken` is not incremented here.
    await new Promise<void>((resolve) => void waiting.push(resolve));
  }

  function leave(): void {
    const next = waiting.shift();
    if (next === undefined) taken -= 1;
    else next();
  }

  return async function limited<T>(work: () => Promise<T>): Promise<T> {
    await enter();
    try {
      return await work();
    } finally {
      leave();
    }
  };
}
