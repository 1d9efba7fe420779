import { expect, test } from 'vitest';
import { partsOf, rangeLabel } from './printParts.ts';

test('splits a long conversation into parts without gaps', () => {
  expect(partsOf(45)).toEqual([{ from: 1, through: 45, of: 45 }]);
  expect(partsOf(1000)).toHaveLength(1);
  expect(partsOf(2500).map(({ from, through }) => [from, through])).toEqual([
    [2001, 2500],
    [1001, 2000],
    [1, 1000],
  ]);
});

test('labels the printed range', () => {
  expect(rangeLabel({ from: 1, through: 45, of: 45 })).toBe('All 45 messages');
  expect(rangeLabel({ from: 1, through: 1, of: 1 })).toBe('The only message');
  expect(rangeLabel({ from: 4001, through: 5000, of: 5000 })).toBe('Messages 4,001 to 5,000 of 5,000');
});
