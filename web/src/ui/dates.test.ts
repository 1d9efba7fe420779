import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  dueClock,
  formatAge,
  formatBirth,
  formatDate,
  formatCommentTime,
  formatDateTime,
  formatDateIn,
  formatDateTimeIn,
  formatDay,
  formatLongDay,
  formatNamedDateTime,
  formatRelative,
  formatReleaseDay,
  formatStamp,
  formatTime,
  formatTimeIn,
} from './dates.ts';

// Built from local parts, so that the tests pass in every time zone.
const at = (year: number, month: number, date: number, hours = 0, minutes = 0) =>
  new Date(year, month, date, hours, minutes);
const now = at(2026, 6, 14, 15, 5);
const later = (milliseconds: number) => new Date(now.getTime() + milliseconds);
const hour = 3_600_000;
const day = 24 * hour;

afterEach(() => vi.unstubAllEnvs());

describe('date and time formats', () => {
  it('are M/d/yy and h:mm a', () => {
    expect(formatDate(at(2026, 6, 4))).toBe('7/4/26');
    expect(formatTime(at(2026, 6, 4, 15, 5))).toBe('3:05 PM');
    expect(formatTime(at(2026, 6, 4, 0, 0))).toBe('12:00 AM');
    expect(formatTime(at(2026, 6, 4, 12, 30))).toBe('12:30 PM');
    expect(formatDateTime(at(2009, 11, 31, 23, 59))).toBe('12/31/09 11:59 PM');
    expect(formatCommentTime(at(2009, 11, 31, 23, 59))).toBe('12/31/09 11:59PM');
  });

  it('shorten to the time today, to month and day this year, and to the date otherwise', () => {
    expect(formatStamp(at(2026, 6, 14, 9, 1), now)).toBe('9:01AM');
    expect(formatStamp(at(2026, 6, 13, 23, 59), now)).toBe('7/13');
    expect(formatStamp(at(2025, 6, 14), now)).toBe('7/14/25');
  });

  it('show an invalid value as such', () => {
    expect(formatDate('soon')).toBe('Invalid date: soon');
    expect(formatRelative('soon', now)).toBe('Invalid date: soon');
  });
});

describe('a day', () => {
  it('is the same day in every time zone', () => {
    expect(formatDay('1945-07-14')).toBe('7/14/45');
    expect(formatLongDay('1945-07-14')).toBe('14-Jul-1945');
    expect(formatLongDay('2026-01-01')).toBe('01-Jan-2026');
    expect(formatReleaseDay('2025-05-05')).toBe('5/05/2025');
    expect(formatReleaseDay('2026-12-31')).toBe('12/31/2026');
  });
});

describe('an age', () => {
  it.each([
    ['1945-07-14', '81y'],
    ['1945-07-15', '80y'],
    ['2024-07-14', '2y'],
    ['2024-07-15', '23m'],
    ['2026-05-14', '2m'],
    ['2026-05-15', '60d'],
    ['2026-07-14', '0d'],
    ['2026-07-15', ''],
  ])('of somebody born %s is %j', (born, age) => {
    expect(formatAge(born, now)).toBe(age);
  });

  it('stops at death', () => {
    expect(formatBirth('1945-07-14', '2001-01-01', now)).toBe('14-Jul-1945 (55y)');
  });

  it('follows the date of birth; an unknown birth date is "not stated"', () => {
    expect(formatBirth('1945-07-14', null, now)).toBe('14-Jul-1945 (81y)');
    expect(formatBirth(null)).toBe('not stated');
  });
});

describe('relative times', () => {
  it.each([
    [-10_000, 'just now'],
    [-5 * 60_000, '5 min ago'],
    [-1 * hour, '1 hour ago'],
    [-23 * hour, '23 hours ago'],
    [-25 * hour, '1 day ago'],
    [4 * day, 'in 4 days'],
    [-40 * day, '6/4/26'],
  ])('of %d ms is %j', (milliseconds, text) => {
    expect(formatRelative(later(milliseconds), now)).toBe(text);
  });

  it.each([
    ['just before midnight', at(2026, 6, 11, 23, 59), at(2026, 6, 14, 0, 1), '3 days ago'],
    ['just after midnight', at(2026, 6, 12, 0, 1), at(2026, 6, 14, 0, 0), '2 days ago'],
    ['less than a day before, beyond midnight', at(2026, 6, 13, 0, 2), at(2026, 6, 14, 0, 1), '23 hours ago'],
    ['beyond a midnight to come', at(2026, 6, 16, 0, 1), at(2026, 6, 13, 23, 59), 'in 3 days'],
    ['29 days before', at(2026, 5, 15, 0, 1), at(2026, 6, 14, 23, 59), '29 days ago'],
    ['30 days before', at(2026, 5, 14, 23, 59), at(2026, 6, 14, 0, 1), '6/14/26'],
  ])('count calendar days: %s', (_when, moment, from, text) => {
    expect(formatRelative(moment, from)).toBe(text);
  });

  it.each([
    ['23 hours', '2027-03-13T22:59:00-05:00', '2027-03-15T00:01:00-04:00', '2 days ago'],
    ['25 hours', '2026-10-31T23:59:00-04:00', '2026-11-02T00:01:00-05:00', '2 days ago'],
    ['25 hours, within it', '2026-11-01T00:01:00-04:00', '2026-11-01T23:59:00-05:00', '24 hours ago'],
  ])('count a day of %s as one', (_hours, moment, from, text) => {
    vi.stubEnv('TZ', 'America/New_York');
    expect(formatRelative(moment, from)).toBe(text);
  });
});

describe('dueClock', () => {
  it.each([
    [5 * day, { text: '5 days left', isOverdue: false, isSoon: false }],
    [1.5 * day, { text: '2 days left', isOverdue: false, isSoon: true }],
    [5 * hour, { text: 'Due in 5 hours', isOverdue: false, isSoon: true }],
    [-2 * day, { text: 'Overdue by 2 days', isOverdue: true, isSoon: false }],
  ])('with %d ms left', (milliseconds, clock) => {
    expect(dueClock(later(milliseconds), now)).toEqual(clock);
  });
});

describe('a time at a place', () => {
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  // No reader of these tests is there.
  const far = '-11:30';

  it('names the zone where the clock differs from that of the reader', () => {
    expect(formatDateTimeIn(now, here)).toBe('7/14/26 3:05 PM');
    expect(formatDateTimeIn(now, null)).toBe('7/14/26 3:05 PM');
    expect(formatDateTimeIn('2027-01-15T17:00:00Z', far)).toBe('1/15/27 5:30 AM UTC-11:30');
  });

  it('is on the day there', () => {
    expect(formatDateIn('2027-01-15T05:00:00Z', far)).toBe('1/14/27');
    expect(formatDateIn(now, null)).toBe('7/14/26');
  });

  it('names the zone always on paper', () => {
    expect(formatNamedDateTime(now)).toMatch(/^7\/14\/26 3:05 PM \S+$/);
    expect(formatNamedDateTime('2027-01-15T17:00:00Z', far)).toBe('1/15/27 5:30 AM UTC-11:30');
  });

  it('has a date only where it is not that of the reader', () => {
    expect(formatTimeIn(now, here)).toBe('3:05 PM');
    const there = formatDateTimeIn(now, far);
    expect(formatTimeIn(now, far)).toBe(there.startsWith('7/14/26 ') ? there.slice(8) : there);
  });
});
