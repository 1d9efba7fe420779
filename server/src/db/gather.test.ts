import { expect, test } from 'vitest';

import { gather } from './gather.ts';
import type { GatherOptions } from './gather.ts';

/** Answers numbers by their double, and notes which were asked together. */
function createDoubler(options: GatherOptions = { most: 3, patienceMs: 60_000 }) {
  const together: number[][] = [];
  const gates: (() => void)[] = [];
  const double = gather(async (numbers: readonly number[]) => {
    together.push([...numbers]);
    await new Promise<void>((open) => gates.push(open));
    if (numbers.includes(13)) throw new Error('unlucky');
    return numbers.map((number) => number * 2);
  }, options);
  const openNext = async () => {
    await expect.poll(() => gates.length).toBeGreaterThan(0);
    gates.shift()?.();
  };
  return { double, together, openNext };
}

test('what is asked at once, or while an answer is under way, is answered together, each its own', async () => {
  const { double, together, openNext } = createDoubler();
  const first = Promise.all([double(1), double(2)]);
  await expect.poll(() => together).toEqual([[1, 2]]);
  const later = Promise.all([double(3), double(4), double(5), double(6)]);
  for (let round = 0; round < 3; round += 1) await openNext();
  expect(await first).toEqual([2, 4]);
  expect(await later).toEqual([6, 8, 10, 12]);
  expect(together).toEqual([[1, 2], [3, 4, 5], [6]]);
});

test('a failure is that of those who asked together, and of nobody after them', async () => {
  const { double, openNext } = createDoubler();
  const unlucky = Promise.allSettled([double(1), double(13)]);
  await openNext();
  expect(await unlucky).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }]);
  const next = double(2);
  await openNext();
  expect(await next).toBe(4);
});

test('answers that do not come hold up nobody who asks later, until there are many of them', async () => {
  const { double, together, openNext } = createDoubler({ patienceMs: 1 });
  const answers: Promise<number>[] = [];
  for (let number = 1; number <= 4; number += 1) {
    answers.push(double(number));
    await expect.poll(() => together).toHaveLength(number);
  }
  answers.push(double(5), double(6));
  await openNext();
  await expect.poll(() => together).toEqual([[1], [2], [3], [4], [5, 6]]);
  for (let round = 0; round < 4; round += 1) await openNext();
  expect(await Promise.all(answers)).toEqual([2, 4, 6, 8, 10, 12]);
});
