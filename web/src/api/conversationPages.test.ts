import type { ConversationListItem } from '@careloop/contracts/messages-conversations';
import { expect, test } from 'vitest';
import { placeAnew, type ConversationPages } from './conversationPages.ts';

const at = (minute: number) => `2026-07-04T15:${String(minute).padStart(2, '0')}:00.000000Z`;
// Of a conversation, only which it is and when it was written in last count here.
const row = (conversationKey: string, minute: number) =>
  ({ conversationKey, lastMessageAt: at(minute) }) as ConversationListItem;

/** Pages as they are loaded: "a9 b8" is one page with two rows. */
function list(pages: string[], nextCursor: string | null = 'more', firstParam?: string): ConversationPages {
  return {
    pages: pages.map((text, index) => ({
      items: text.split(' ').map((name) => row(name.charAt(0), Number(name.slice(1)))),
      page: 1,
      numPages: 1,
      totalItemCount: null,
      nextCursor: index < pages.length - 1 ? 'next' : nextCursor,
    })),
    pageParams: pages.map((_, index) => (index === 0 ? firstParam : 'next')),
  };
}
const shown = ({ pages }: ConversationPages) =>
  pages.map(({ items }) => items.map(({ conversationKey }) => conversationKey).join('')).join(' ');
const place = (data: ConversationPages, asked: string, found: ConversationListItem[]) =>
  placeAnew(data, ({ conversationKey }) => asked.includes(conversationKey), found);

test('a conversation that got a message leaves its old place for the top', () => {
  expect(shown(place(list(['a9 b8', 'c7 d6']), 'd', [row('d', 10)]))).toBe('dab c');
  expect(shown(place(list(['a9 b8', 'c7 d6']), 'n', [row('n', 10)]))).toBe('nab cd');
});

test('one that did not move is brought up to date in its place', () => {
  const data = place(list(['a9 b8', 'c7 d6']), 'c', [{ ...row('c', 7), unreadMessageCount: 3 }]);
  expect(shown(data)).toBe('ab cd');
  expect(data.pages[1]?.items[0]?.unreadMessageCount).toBe(3);
});

test('one that the filters leave out is gone, and the list goes on where it ended', () => {
  const without = place(list(['a9 b8', 'c7 d6']), 'd', []);
  expect(shown(without)).toBe('ab c');
  expect(without.pages[1]?.nextCursor).toBe('more');
  // Back from the archive before the next page was loaded: that one begins behind it.
  expect(shown(place(without, 'd', [row('d', 6)]))).toBe('ab cd');
});

test('one further down than what is loaded waits for its page, but for the end of the list', () => {
  expect(shown(place(list(['a9 b8', 'c7 d6']), 'z', [row('z', 2)]))).toBe('ab cd');
  expect(shown(place(list(['a9 b8', 'c7 d6'], null), 'z', [row('z', 2)]))).toBe('ab cdz');
  expect(shown(place(list(['a9'], null), 'a', []))).toBe('');
});

test('a list that begins further down gets nothing new on top, but keeps what it had', () => {
  const below = list(['c7 d6'], 'more', 'from c');
  expect(shown(place(below, 'n', [row('n', 10)]))).toBe('cd');
  expect(shown(place(below, 'd', [row('d', 10)]))).toBe('dc');
  expect(shown(place(list(['c7 d5'], 'more', 'from c'), 'e', [row('e', 6)]))).toBe('ced');
});
