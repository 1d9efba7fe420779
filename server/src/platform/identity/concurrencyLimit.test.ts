import { expect, test } from 'vitest';

import { createConcurrencyLimit } from './concurrencyLimit.ts';

/** Work that runs until released, with a count of what is running. */
function held() {
  const releases: (() => void)[] = [];
  let running = 0;
  return {
    running: () => running,
    release: () => releases.shift()?.(),
    work: async () => {
      running += 1;
      await new Promise<void>((resolve) => void releases.push(resolve));
      running -= 1;
    },
  };
}

test('runs up to the limit at once, queues the rest in order, and refuses work when the queue is full', async () => {
  const limited = createConcurrencyLimit({ maxRunning: 2, maxWaiting: 3, refusal: 'Too many reports at once.' });
  const { work, release, running } = held();
  const started = Array.from({ length: 5 }, () => limited(work));
  await expect(limited(work)).rejects.toMatchObject({
    code: 'too_many_requests',
    message: 'Too many reports at once.',
  });
  expect(running()).toBe(2);
  for (const one of started) {
    release();
    await one;
    expect(running()).toBeLessThanOrEqual(2);
  }
  expect(await limited(async () => 'later')).toBe('later');
});

test('frees the slot when the work fails', async () => {
  const limited = createConcurrencyLimit({ maxRunning: 1, maxWaiting: 0, refusal: '' });
  for (let times = 0; times < 3; times += 1) {
    await expect(limited(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  }
  expect(await limited(async () => 'done')).toBe('done');
});
