import { expect, test } from 'vitest';

import { hl7Day, hl7Time } from './hl7Time.ts';

test.each([
  ['2026', '2026'],
  ['202603', '3/2026'],
  ['20260302', '3/2/26'],
  ['202603020005', '3/2/26 12:05 AM'],
  ['20260302143059.1234-0500', '3/2/26 2:30 PM (UTC-05:00)'],
  ['19890818+0215', '8/18/1989'],
  ['20991231', '12/31/2099'],
])('%s is shown in US format', (sent, shown) => {
  expect(hl7Time(sent)).toBe(shown);
});

test.each(['20261302', '20260332', '202603022560', '04/24/2007', '2026-03-02', '123456789', 'unknown'])(
  '%s is not such a time and unchanged',
  (sent) => {
    expect(hl7Time(sent)).toBe(sent);
    expect(hl7Day(sent)).toBeNull();
  },
);

test('a date of birth has its full year', () => {
  expect(hl7Time('20260302', true)).toBe('3/2/2026');
});

test('a day needs year, month and day', () => {
  expect([hl7Day('2026030214'), hl7Day('20260302'), hl7Day('202603')]).toEqual([null, '2026-03-02', null]);
});
