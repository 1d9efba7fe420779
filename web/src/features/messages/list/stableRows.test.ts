import { expect, test } from 'vitest';
import { keepRowsStable } from './stableRows.ts';

const reading = { keyOf: (row: { key: string }) => row.key, stampOf: (row: { stamp: number }) => row.stamp };
const row = (key: string, stamp: number) => ({ key, stamp });
const start = [row('a', 9), row('b', 8), row('c', 7)];

function hold(current: { key: string; stamp: number }[], before = start) {
  const { items, newCount, shown } = keepRowsStable(current, before, reading);
  return { keys: items.map(({ key }) => key).join(''), newCount, shown };
}

test('shows everything at first, and further pages below', () => {
  expect(hold(start, [])).toMatchObject({ keys: 'abc', newCount: 0 });
  expect(hold([...start, row('d', 6)])).toMatchObject({ keys: 'abcd', newCount: 0 });
});

test('keeps a row with a new message in its place, and counts it', () => {
  const { keys, newCount, shown } = hold([row('c', 10), row('a', 9), row('b', 8)]);
  expect([keys, newCount]).toEqual(['abc', 1]);
  // Counted until it is shown.
  expect(hold([row('c', 11), row('a', 9), row('b', 8)], [...shown])).toMatchObject({ keys: 'abc', newCount: 1 });
});

test('a message in the first row moves nothing', () => {
  expect(hold([row('a', 10), row('b', 8), row('c', 7)])).toMatchObject({ keys: 'abc', newCount: 0 });
});

test('holds back a new row and removes one that left', () => {
  expect(hold([row('n', 10), ...start])).toMatchObject({ keys: 'abc', newCount: 1 });
  expect(hold([row('n', 10), row('c', 9.5), row('a', 9)])).toMatchObject({ keys: 'ac', newCount: 2 });
  expect(hold([row('a', 9), row('c', 7)])).toMatchObject({ keys: 'ac', newCount: 0 });
});

test('appends more pages although a row moved up', () => {
  expect(hold([row('c', 10), row('a', 9), row('b', 8), row('d', 6)])).toMatchObject({ keys: 'abcd', newCount: 1 });
});

test('shows another list completely', () => {
  expect(hold([row('x', 3), row('y', 2)])).toMatchObject({ keys: 'xy', newCount: 0 });
});
