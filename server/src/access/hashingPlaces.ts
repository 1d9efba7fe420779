import { AppError } from '../errors.ts';

/**
 * Lets so much work run at once, the rest in its order.
 * @param mostWaiting how many may wait; who comes after them is told to come back
 */
export function createPlaces({ atOnce, mostWaiting }: { atOnce: number; mostWaiting: number }) {
  const waiting: (() => void)[] = [];
  let taken = 0;

  async function enter(): Promise<void> {
    if (taken < atOnce) {
      taken += 1;
      return;
    }
    if (waiting.length >= mostWaiting) {
      throw new AppError('too_many_requests', {
        message: 'Too many people sign in at once. Please wait a few seconds.',
      });
    }
    // Whoever leaves hands the place on, so it stays taken.
    await new Promise<void>((resolve) => void waiting.push(resolve));
  }

  function leave(): void {
    const next = waiting.shift();
    if (next === undefined) taken -= 1;
    else next();
  }

  return async function inPlace<T>(work: () => Promise<T>): Promise<T> {
    await enter();
    try {
      return await work();
    } finally {
      leave();
    }
  };
}
