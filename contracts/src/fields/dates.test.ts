import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  begunDay,
  dateRangeProblems,
  dateTexts as texts,
  dateTimeProblem,
  dayLimits,
  isRepeatedHere,
  isWithin,
  momentHere,
  notBefore,
  passedField,
  optionalDay,
  parseClockTime,
  parseDay,
  parseDayAhead,
  parseTime,
  requiredDay,
  timeInWords,
  todayAnywhere,
  todayHere,
} from './dates.ts';

describe('parseTime', () => {
  it.each([
    ['9:30 AM', '09:30'],
    ['9:30am', '09:30'],
    ['930', '09:30'],
    ['1430', '14:30'],
    ['14:15', '14:15'],
    ['2', '14:00'],
    ['2p', '14:00'],
    ['2 a.m.', '02:00'],
    ['12', '12:00'],
    ['12 am', '00:00'],
    ['12:05 pm', '12:05'],
    ['7', '07:00'],
    ['0:10', '00:10'],
  ])('%s is %s', (typed, time) => expect(parseTime(typed)).toBe(time));

  it.each(['', 'soon', '25:00', '9:75', '13 pm', '0 am', '9:3'])('%s is not a time', (typed) =>
    expect(parseTime(typed)).toBeNull(),
  );
});

describe('parseClockTime', () => {
  it.each([
    ['6:15 AM', '06:15'],
    ['6:15p', '18:15'],
    ['06:15', '06:15'],
    ['0615', '06:15'],
    ['18:15', '18:15'],
    ['0:10', '00:10'],
    ['12 am', '00:00'],
  ])('%s is %s', (typed, time) => expect(parseClockTime(typed)).toBe(time));

  it.each(['6:15', '615', '12:30', '12', '25:00'])('%s is not an unambiguous time', (typed) =>
    expect(parseClockTime(typed)).toBeNull(),
  );

  it('requires AM or PM if the time is ambiguous', () => {
    expect(dateTimeProblem({ date: '7/4/2026', time: '6:15' }, true)).toBe(texts.ambiguousTime);
    expect(dateTimeProblem({ date: '7/4/2026', time: '06:15' }, true)).toBeNull();
  });
});

describe('timeInWords', () => {
  it.each([
    ['00:05', '12:05 AM'],
    ['09:30', '9:30 AM'],
    ['12:00', '12:00 PM'],
    ['14:15', '2:15 PM'],
  ])('%s is %s', (time, words) => expect(timeInWords(time)).toBe(words));
});

describe('parseDay', () => {
  it.each([
    ['7/4/2026', '2026-07-04'],
    ['07/04/2026', '2026-07-04'],
    ['7-4-2026', '2026-07-04'],
    [' 7.4.2026 ', '2026-07-04'],
    ['2026-07-04', '2026-07-04'],
    ['2/29/2024', '2024-02-29'],
  ])('%s is %s', (typed, day) => expect(parseDay(typed)).toBe(day));

  it.each(['', '7/4/26', '2/29/2026', '13/1/2026', '4/31/2026', '7/4', '0/1/2026', '7/4/0026', '7/4/20266', 'today'])(
    '%j is not a date',
    (typed) => expect(parseDay(typed)).toBeNull(),
  );
});

describe('a date', () => {
  const messageOf = (schema: typeof optionalDay | ReturnType<typeof requiredDay>, value: unknown) =>
    schema.safeParse(value).error?.issues[0]?.message ?? null;

  it('is optional or required', () => {
    expect(optionalDay.parse('')).toBeNull();
    expect(optionalDay.parse(null)).toBeNull();
    expect(messageOf(requiredDay(), '')).toBe('Date is required');
    expect(messageOf(requiredDay('Appointment date is required'), null)).toBe('Appointment date is required');
  });

  it('is parsed to a day, and refused if invalid', () => {
    expect(requiredDay().parse('7/4/2026')).toBe('2026-07-04');
    expect(messageOf(optionalDay, '7/4/26')).toBe('Please enter a valid date');
    expect(messageOf(requiredDay(), '2/30/2026')).toBe('Please enter a valid date');
  });
});

describe('a day ahead', () => {
  it.each([
    ['12/7/2026', '2026-12-07'],
    ['12/7/26', '2026-12-07'],
    ['12-7-26', '2026-12-07'],
    ['12/7', '2026-12-07'],
    ['11/30', '2026-11-30'],
    ['1/4', '2027-01-04'],
    ['11/29', '2027-11-29'],
    ['2/29', '2028-02-29'],
    ['11/2/26', '2026-11-02'],
  ])('%s is %s on November 30, 2026', (typed, day) => expect(parseDayAhead(typed, '2026-11-30')).toBe(day));

  it.each(['', '12', '13/1', '2/30', '2/29/27', '12/7/', '12/7/2', '12/7/202'])('%s is not a day', (typed) =>
    expect(parseDayAhead(typed, '2026-11-30')).toBeNull(),
  );
});

describe('a date that has begun', () => {
  afterEach(() => void vi.useRealTimers());
  const problemOf = (today: () => string, typed: string) =>
    begunDay(today)
      .safeParse(typed)
      .error?.issues.map(({ message }) => message) ?? null;

  it('may be at most today in the local calendar', () => {
    vi.useFakeTimers({ now: new Date(2026, 6, 4, 23, 59) });
    expect(['7/3/2026', '7/4/2026', '7/5/2026', '', 'soon'].map((typed) => problemOf(todayHere, typed))).toEqual([
      null,
      null,
      ['Date cannot be in the future'],
      ['Date is required'],
      ['Please enter a valid date'],
    ]);
  });

  it('may be today anywhere on earth if the caller’s time zone is unknown', () => {
    vi.useFakeTimers({ now: new Date('2026-07-04T09:59:59Z') });
    expect(problemOf(todayAnywhere, '2026-07-05')).toEqual(['Date cannot be in the future']);
    vi.setSystemTime(new Date('2026-07-04T10:00:00Z'));
    expect(problemOf(todayAnywhere, '2026-07-05')).toBeNull();
  });
});

describe('a date and time', () => {
  it.each([
    ['', '', true, 'Date and time are required'],
    ['', '', false, null],
    ['7/4/2026', '', false, 'Time is required'],
    ['', '9:30 AM', false, 'Date is required'],
    ['7/4/26', '9:30 AM', true, texts.invalid],
    ['7/4/2026', 'soon', true, texts.invalidTime],
    ['7/4/2026', '930 am', true, null],
  ])('%j with %j, required %s: %j', (date, time, isRequired, message) =>
    expect(dateTimeProblem({ date, time }, isRequired)).toBe(message),
  );
});

describe('a date range', () => {
  it.each([
    ['', '', false, {}],
    ['7/4/2026', '', false, {}],
    ['7/4/2026', '7/4/2026', true, {}],
    ['7/5/2026', '7/4/2026', false, { start: 'Start date must be before End date' }],
    ['', '', true, { start: texts.startRequired, end: texts.endRequired }],
    ['7/4/2026', '', true, { end: texts.endRequired }],
    ['7/4/26', '2/30/2026', false, { start: texts.invalid, end: texts.invalid }],
  ])('%j to %j, required %s: %j', (start, end, isRequired, problems) =>
    expect(dateRangeProblems({ start, end }, isRequired)).toEqual(problems),
  );
});

it('momentHere() returns null for a skipped hour, and the first of a repeated hour', () => {
  vi.stubEnv('TZ', 'America/Chicago');
  expect(momentHere('2026-03-08', '02:30')).toBeNull();
  expect(momentHere('2026-03-08', '03:00')?.toISOString()).toBe('2026-03-08T08:00:00.000Z');
  expect(momentHere('2026-11-01', '01:30')?.toISOString()).toBe('2026-11-01T06:30:00.000Z');
  const isRepeated = (time: string) => isRepeatedHere(momentHere('2026-11-01', time) ?? new Date(0));
  expect(['00:30', '01:30', '02:30'].map(isRepeated)).toEqual([false, true, false]);
  expect(momentHere('2028-02-29', '09:00')?.toISOString()).toBe('2028-02-29T15:00:00.000Z');
  vi.unstubAllEnvs();
});

it('passedField() blames the date if it is before today, also without a time, and else the time', () => {
  vi.useFakeTimers({ now: new Date(2026, 11, 1, 12, 0) });
  const fieldOf = (date: string, time: string) => passedField({ date, time });
  expect([fieldOf('11/30/2026', '2 PM'), fieldOf('11/30/2026', ''), fieldOf('11/30/2026', 'soon')]).toEqual([
    'date',
    'date',
    'date',
  ]);
  expect([fieldOf('12/1/2026', '11:59 AM'), fieldOf('12/1/2026', '12:01 PM')]).toEqual(['time', null]);
  expect([fieldOf('12/1/2026', ''), fieldOf('soon', '9 AM'), fieldOf('12/2/2026', '9 AM')]).toEqual([null, null, null]);
  vi.useRealTimers();
});

describe('limits of days', () => {
  it('include their first and last day', () => {
    const limits = dayLimits.birth('2026-12-01');
    const days = ['1849-12-31', '1850-01-01', '2026-12-01', '2026-12-02'];
    expect(days.map((day) => isWithin(day, limits))).toEqual([false, true, true, false]);
    expect(days.map((day) => isWithin(day, dayLimits.ahead('2026-12-01')))).toEqual([false, false, true, true]);
  });

  it('begin with another day, as typed, unless it is earlier anyway', () => {
    const begun = dayLimits.begun('2026-12-01');
    expect(notBefore('11/5/2026', begun)).toEqual({ minDate: '2026-11-05', maxDate: '2026-12-01' });
    expect(notBefore('11/5/2026', dayLimits.ahead('2026-12-01'))).toEqual({ minDate: '2026-12-01' });
    expect([notBefore('', begun), notBefore('soon', begun), notBefore(null)]).toEqual([begun, begun, {}]);
  });
});
