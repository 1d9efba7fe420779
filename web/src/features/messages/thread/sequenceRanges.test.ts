import { expect, test } from 'vitest';
import { addRange, isIn } from './sequenceRanges.ts';

test('joins ranges that touch or overlap, and keeps others apart', () => {
  const one = addRange([], { from: 5, through: 8 });
  expect(one).toEqual([{ from: 5, through: 8 }]);
  expect(addRange(one, { from: 9, through: 9 })).toEqual([{ from: 5, through: 9 }]);
  expect(addRange(one, { from: 6, through: 7 })).toEqual(one);
  const two = addRange(one, { from: 1, through: 2 });
  expect(two).toEqual([
    { from: 1, through: 2 },
    { from: 5, through: 8 },
  ]);
  expect(addRange(two, { from: 3, through: 4 })).toEqual([{ from: 1, through: 8 }]);
  expect([2, 3, 5, 9].map((sequence) => isIn(two, sequence))).toEqual([true, false, true, false]);
});
