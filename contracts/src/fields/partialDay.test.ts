import { expect, test } from 'vitest';

import { isBefore, optionalPartialDay, parsePartialDay, partialDayTexts, splitPartialDay } from './partialDay.ts';

test.each([
  ['7/4/2026', '2026-07-04'],
  ['2026-07-04', '2026-07-04'],
  ['7/2026', '2026-07'],
  [' 2026-7 ', '2026-07'],
  ['2019', '2019'],
  ['13/2026', null],
  ['26', null],
  ['3019', null],
  ['spring', null],
])('%j is read as %j', (typed, read) => {
  expect(parsePartialDay(typed)).toBe(read);
});

test('an empty one is null, and what cannot be read is refused', () => {
  expect(optionalPartialDay.parse('')).toBeNull();
  expect(optionalPartialDay.safeParse('soon').error?.issues[0]?.message).toBe(partialDayTexts.invalid);
});

test('is stored as its first day', () => {
  expect(splitPartialDay('2024')).toEqual({ day: '2024-01-01', precision: 'year' });
  expect(splitPartialDay('2024-03')).toEqual({ day: '2024-03-01', precision: 'month' });
  expect(splitPartialDay(null)).toEqual({ day: null, precision: 'day' });
});

test('lies before another only if that is certain', () => {
  expect(isBefore('2023', '2024-03')).toBe(true);
  expect(isBefore('2024', '2024-03')).toBe(false);
  expect(isBefore('2024-03-09', '2024-03')).toBe(false);
});
