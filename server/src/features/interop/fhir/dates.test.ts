import { describe, expect, test } from 'vitest';

import { dayOf, endOf, hasDay, isFhirDate, millisecondsOf, momentOf } from './dates.ts';

describe('isFhirDate', () => {
  test.each([
    '2021',
    '2021-04',
    '2021-04-03',
    '2020-02-29',
    '0001-01-01',
    '2021-04-03T08:03:00+02:00',
    '2021-04-03T08:03:00.113Z',
    '2016-12-31T23:59:60Z',
    '1976-01-19T22:58:16-05:00',
  ])('accepts %s', (value) => expect(isFhirDate(value)).toBe(true));

  test.each([
    '',
    '21',
    '2021-4-3',
    '2021-13',
    '2021-00-10',
    '2021-02-29',
    '2021-04-31',
    '0000-01-01',
    '2021-04-03T08:03',
    '2021-04-03T08:03:00',
    '2021-04-03T24:00:00Z',
    '2021-04-03T08:60:00Z',
    '2021-04-03T08:03:61Z',
    '2021-04-03T08:03:00+15:00',
    '2021-04-03 08:03:00Z',
    '04/03/2021',
    '2021-04-03T08:03:00Z; drop',
  ])('refuses %s', (value) => expect(isFhirDate(value)).toBe(false));
});

test('a day is the local day as written', () => {
  expect(dayOf('1976-01-19T22:58:16-05:00')).toBe('1976-01-19');
  expect(dayOf('2021-04-03T00:03:00+14:00')).toBe('2021-04-03');
  expect(dayOf('2021-04-03')).toBe('2021-04-03');
  expect(dayOf('2021-04')).toBe('2021-04-01');
  expect(dayOf('2021')).toBe('2021-01-01');
  expect([hasDay('2021'), hasDay('2021-04'), hasDay('2021-04-03')]).toEqual([false, false, true]);
});

test('an instant keeps its offset; a day alone is the same day everywhere in the United States', () => {
  expect(momentOf('2021-04-03T08:03:00+02:00')).toBe('2021-04-03T08:03:00+02:00');
  expect(momentOf('2016-12-31T23:59:60Z')).toBe('2016-12-31T23:59:59Z');
  const moment = new Date(millisecondsOf('2021-04-03'));
  for (const timeZone of ['America/New_York', 'America/Los_Angeles', 'Pacific/Honolulu', 'Pacific/Guam']) {
    expect(moment.toLocaleDateString('en-CA', { timeZone })).toBe('2021-04-03');
  }
});

test.each([
  ['2024-05-01', '2024-05-01T23:59:59-10:00'],
  ['2024-02', '2024-02-29T23:59:59-10:00'],
  ['2024', '2024-12-31T23:59:59-10:00'],
  ['9999-12-31', '9999-12-31T23:59:59-10:00'],
  ['2024-05-01T08:00:00-04:00', '2024-05-01T08:00:00-04:00'],
])('a period that ends %s lasts until %s', (value, end) => expect(endOf(value)).toBe(end));
