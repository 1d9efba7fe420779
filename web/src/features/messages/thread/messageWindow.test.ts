import type { Message } from '@careloop/contracts/messages';
import { expect, test } from 'vitest';
import { hasNewer, hasOlder, holds, merge, readAs, readBetween, unreadFrom, windowOf } from './messageWindow.ts';

const person = (userId: number) => ({ userId, firstName: 'Anjali', lastName: 'Patel' });

function messages(from: number, to: number, values: Partial<Message> = {}): Message[] {
  return Array.from({ length: to - from + 1 }, (_, index) => ({
    userMessageId: 1000 + from + index,
    sequence: from + index,
    dateSent: '2026-07-04T15:00:00Z',
    message: `Message ${from + index}`,
    isRead: false,
    priority: 1,
    fromUser: person(1),
    fromIdentityUser: person(1),
    recipients: [person(2)],
    patient: null,
    attachments: [],
    referralId: null,
    careCoordinatorRequestId: null,
    ...values,
  }));
}
const sequences = (window: { messages: readonly Message[] }) => window.messages.map(({ sequence }) => sequence);

test('adds older pages at the top and newer ones at the bottom', () => {
  const newest = windowOf({ items: messages(41, 60), lastSequence: 60 });
  const older = merge(newest, { items: messages(21, 40), lastSequence: 60 });
  expect(sequences(older)).toEqual(Array.from({ length: 40 }, (_, index) => 21 + index));
  expect([hasOlder(older), hasNewer(older)]).toEqual([true, false]);

  const newer = merge(older, { items: messages(61, 63), lastSequence: 70 });
  expect(sequences(newer).at(-1)).toBe(63);
  expect(hasNewer(newer)).toBe(true);
  expect(hasOlder(merge(newer, { items: messages(1, 20), lastSequence: 70 }))).toBe(false);
});

test('keeps one copy of a repeated message, the latest', () => {
  const window = windowOf({ items: messages(1, 5), lastSequence: 5 });
  const again = merge(window, { items: messages(3, 7, { isRead: true }), lastSequence: 7 });
  expect(sequences(again)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(again.messages.map(({ isRead }) => isRead)).toEqual([false, false, true, true, true, true, true]);
});

test('ignores a page that would leave a gap, except for the last sequence', () => {
  const window = windowOf({ items: messages(10, 20), lastSequence: 20 });
  expect(merge(window, { items: messages(30, 40), lastSequence: 40 })).toEqual({ ...window, lastSequence: 40 });
  expect(merge(window, { items: messages(1, 5), lastSequence: 20 })).toEqual(window);
  expect(merge(window, { items: [], lastSequence: 20 })).toEqual(window);
  expect(holds(window, 20)).toBe(true);
  expect(holds(window, 21)).toBe(false);
  expect(holds(undefined, 1)).toBe(false);
});

test('marks a range read, and everything from a message on unread except own messages', () => {
  const window = windowOf({ items: [...messages(1, 2), ...messages(3, 3, { fromUser: person(2) })], lastSequence: 3 });
  const read = readBetween(window, 1, 3);
  expect(read.messages.every(({ isRead }) => isRead)).toBe(true);
  expect(readBetween(read, 1, 3)).toBe(read);
  expect(readBetween(window, 2, 2).messages.map(({ isRead }) => isRead)).toEqual([false, true, false]);
  expect(unreadFrom(read, 2, 2).messages.map(({ isRead }) => isRead)).toEqual([true, false, true]);
});

test('restores the read state, except of messages that arrived since', () => {
  const then = readBetween(windowOf({ items: messages(1, 4), lastSequence: 4 }), 1, 3);
  const now = merge(unreadFrom(then, 2, 2), { items: messages(5, 5, { isRead: true }), lastSequence: 5 });
  expect(readAs(now, then).messages.map(({ isRead }) => isRead)).toEqual([true, true, true, false, true]);
});
