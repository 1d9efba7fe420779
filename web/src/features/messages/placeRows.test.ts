import { expect, test } from 'vitest';
import type { RowPages } from '../../api/pages.ts';
import { placeRows } from './placeRows.ts';

interface Row {
  key: string;
  at: number;
  text?: string;
}
const row = (key: string, at: number, text?: string): Row => ({ key, at, ...(text !== undefined && { text }) });
const order = { keyOf: ({ key }: Row) => key, compare: (one: Row, other: Row) => other.at - one.at };

/** Builds loaded pages: "a9 b8" is one page with two rows, newest first. */
function list(
  pages: string[],
  nextCursor: string | null = 'more',
  previousCursor: string | null = null,
): RowPages<Row> {
  return {
    pages: pages.map((text, index) => ({
      items: text.split(' ').map((name) => row(name.charAt(0), Number(name.slice(1)))),
      nextCursor: index < pages.length - 1 ? 'next' : nextCursor,
      previousCursor: index === 0 ? previousCursor : 'previous',
    })),
    pageParams: pages.map((_, index) => (index === 0 ? undefined : 'next')),
  };
}
const shown = ({ pages }: RowPages<Row>) => pages.map(({ items }) => items.map(({ key }) => key).join('')).join(' ');
const place = (data: RowPages<Row>, asked: string, found: Row[]) =>
  placeRows(data, { isAsked: ({ key }) => asked.includes(key), found }, order);

test('moves a row up to the top', () => {
  expect(shown(place(list(['a9 b8', 'c7 d6']), 'd', [row('d', 10)]))).toBe('dab c');
  expect(shown(place(list(['a9 b8', 'c7 d6']), 'n', [row('n', 10)]))).toBe('nab cd');
});

test('updates a row that did not move in its place', () => {
  const data = place(list(['a9 b8', 'c7 d6']), 'c', [row('c', 7, 'new')]);
  expect(shown(data)).toBe('ab cd');
  expect(data.pages[1]?.items[0]?.text).toBe('new');
});

test('removes a row that no longer matches, and the list continues where it ended', () => {
  const without = place(list(['a9 b8', 'c7 d6']), 'd', []);
  expect(shown(without)).toBe('ab c');
  expect(without.pages[1]?.nextCursor).toBe('more');
  // The row comes back before the next page is loaded, which starts after it.
  expect(shown(place(without, 'd', [row('d', 6)]))).toBe('ab cd');
});

test('leaves a row below the loaded pages to its page, except at the end of the list', () => {
  expect(shown(place(list(['a9 b8', 'c7 d6']), 'z', [row('z', 2)]))).toBe('ab cd');
  expect(shown(place(list(['a9 b8', 'c7 d6'], null), 'z', [row('z', 2)]))).toBe('ab cdz');
  expect(shown(place(list(['a9'], null), 'a', []))).toBe('');
});

test('adds nothing new on top of a list that starts further down', () => {
  const below = list(['c7 d6'], 'more', 'from c');
  expect(shown(place(below, 'n', [row('n', 10)]))).toBe('cd');
  expect(shown(place(below, 'd', [row('d', 10)]))).toBe('dc');
  expect(shown(place(list(['c7 d5'], 'more', 'from c'), 'e', [row('e', 6)]))).toBe('ced');
});
