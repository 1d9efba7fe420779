import { describe, expect, it } from 'vitest';
import { parseTime, timeInWords } from './time.ts';

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

  it.each(['', 'soon', '25:00', '9:75', '13 pm', '0 am', '9:3'])('%s is none', (typed) =>
    expect(parseTime(typed)).toBeNull(),
  );
});

describe('timeInWords', () => {
  it.each([
    ['00:05', '12:05 AM'],
    ['09:30', '9:30 AM'],
    ['12:00', '12:00 PM'],
    ['14:15', '2:15 PM'],
  ])('%s is %s', (time, words) => expect(timeInWords(time)).toBe(words));
});
