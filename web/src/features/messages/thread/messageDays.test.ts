import type { Message } from '@careloop/contracts/messages';
import { expect, test } from 'vitest';
import { dayLabel, groupByDay, paperDayLabel } from './messageDays.ts';

const now = new Date(2026, 6, 4, 12, 0);
const person = (userId: number) => ({ userId, firstName: 'Anjali', lastName: 'Patel' });

function message(sequence: number, at: Date, from = 1, by = from): Message {
  return {
    userMessageId: sequence,
    sequence,
    dateSent: at.toISOString(),
    message: 'Text',
    isRead: true,
    priority: 1,
    fromUser: person(from),
    fromIdentityUser: person(by),
    recipients: [],
    patient: null,
    attachments: [],
    referralId: null,
    careCoordinatorRequestId: null,
  };
}

test('labels days relative to today', () => {
  expect(dayLabel(new Date(2026, 6, 4, 0, 0), now)).toBe('Today');
  expect(dayLabel(new Date(2026, 6, 3, 23, 59), now)).toBe('Yesterday');
  expect(dayLabel(new Date(2026, 5, 30), now)).toBe('Tuesday, June 30');
  expect(dayLabel(new Date(2025, 11, 31), now)).toBe('Wednesday, December 31, 2025');
  expect(dayLabel(new Date(2026, 1, 28), new Date(2026, 2, 1))).toBe('Yesterday');
});

test('groups by day in the reader’s time zone', () => {
  const days = groupByDay(
    [
      message(1, new Date(2026, 6, 2, 9, 0)),
      message(2, new Date(2026, 6, 3, 23, 59)),
      message(3, new Date(2026, 6, 4, 0, 1)),
    ],
    now,
  );
  expect(days.map(({ label, messages }) => [label, messages.map((one) => one.message.sequence)])).toEqual([
    ['Thursday, July 2', [1]],
    ['Yesterday', [2]],
    ['Today', [3]],
  ]);
});

test('labels days on paper by date only', () => {
  const [today] = groupByDay([message(1, new Date(2026, 6, 4, 0, 1))], now);
  expect(today?.label).toBe('Today');
  expect(today === undefined ? undefined : paperDayLabel(today)).toBe('Saturday, July 4, 2026');
});

test('omits the name only for the same people, shortly after, on the same day', () => {
  const [day] = groupByDay(
    [
      message(1, new Date(2026, 6, 4, 9, 0)),
      message(2, new Date(2026, 6, 4, 9, 3)),
      message(3, new Date(2026, 6, 4, 9, 4), 1, 2),
      message(4, new Date(2026, 6, 4, 9, 5), 2),
      message(5, new Date(2026, 6, 4, 9, 30), 2),
    ],
    now,
  );
  expect(day?.messages.map(({ isContinued }) => isContinued)).toEqual([false, true, false, false, false]);
});
