import { expect, test } from 'vitest';

import { batch } from './batch.ts';
import type { BatchOptions } from './batch.ts';

/** Doubles numbers, and records which ones shared a batch. */
function createDoubler(options: BatchOptions = { maxSize: 3, maxWaitMs: 60_000 }) {
  const batches: number[][] = [];
  const gates: (() => void)[] = [];
  const double = batch(async (numbers: readonly number[]) => {
    batches.push([...numbers]);
    await new Promise<void>((open) => gates.push(open));
    if (numbers.includes(13)) throw new Error('unlucky');
    return numbers.map((number) => number * 2);
  }, options);
  const openNext = async () => {
    await expect.poll(() => gates.length).toBeGreaterThan(0);
    gates.shift()?.();
  };
  return { double, batches, openNext };
}

test('inputs from one event-loop turn, or that arrive while a batch is in flight, share a batch; each gets its own result', async () => {
  const { double, batches, openNext } = createDoubler();
  const first = Promise.all([double(1), double(2)]);
  await expect.poll(() => batches).toEqual([[1, 2]]);
  const later = Promise.all([double(3), double(4), double(5), double(6)]);
  for (let round = 0; round < 3; round += 1) await openNext();
  expect(await first).toEqual([2, 4]);
  expect(await later).toEqual([6, 8, 10, 12]);
  expect(batches).toEqual([[1, 2], [3, 4, 5], [6]]);
});

test('a failure affects only its own batch', async () => {
  const { double, openNext } = createDoubler();
  const unlucky = Promise.allSettled([double(1), double(13)]);
  await openNext();
  expect(await unlucky).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }]);
  const next = double(2);
  await openNext();
  expect(await next).toBe(4);
});

test('a hanging batch does not delay later ones until four are in flight', async () => {
  const { double, batches, openNext } = createDoubler({ maxWaitMs: 1 });
  const results: Promise<number>[] = [];
  for (let number = 1; number <= 4; number += 1) {
    results.push(double(number));
    await expect.poll(() => batches).toHaveLength(number);
  }
  results.push(double(5), double(6));
  await openNext();
  await expect.poll(() => batches).toEqual([[1], [2], [3], [4], [5, 6]]);
  for (let round = 0; round < 4; round += 1) await openNext();
  expect(await Promise.all(results)).toEqual([2, 4, 6, 8, 10, 12]);
});
