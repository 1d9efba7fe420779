import { expect, it } from 'vitest';
import { rowAfter } from './useRowCursor.ts';

const keys = ['a', 'b', 'c', 'd'];

it.each([
  ['a', 1, 'b'],
  ['b', -1, 'a'],
  ['a', -1, 'a'],
  ['d', 1, 'd'],
  ['a', 10, 'd'],
  ['d', -10, 'a'],
  [undefined, 1, 'a'],
  [undefined, -1, 'd'],
  ['gone', 1, 'a'],
])('from %s by %d comes %s', (key, step, target) => {
  expect(rowAfter(keys, key, step)).toBe(target);
});

it('finds nothing in an empty list', () => {
  expect(rowAfter([], undefined, 1)).toBeUndefined();
});

it.each([
  [1, 1, 'b'],
  [1, -1, 'a'],
  [0, -1, 'a'],
  [4, 1, 'd'],
  [4, -1, 'd'],
  [1, 10, 'd'],
])('from a row that was at %d and left by %d comes %s', (lastIndex, step, target) => {
  expect(rowAfter(keys, 'gone', step, lastIndex)).toBe(target);
});
