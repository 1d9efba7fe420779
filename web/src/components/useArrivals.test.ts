import { describe, expect, it } from 'vitest';
import { holdArrivals } from './useArrivals.ts';

const shown = (current: string, before: string) => {
  const held = holdArrivals(current.split(''), new Set(before), (key) => key);
  return [held.items.join(''), held.newCount];
};

describe('a list that changes while it is shown', () => {
  it('is complete at first', () => expect(shown('abc', '')).toEqual(['abc', 0]));
  it('holds back new rows before or between the shown ones', () => expect(shown('xaybc', 'abc')).toEqual(['abc', 2]));
  it('shows new rows at the end, as from more pages', () => expect(shown('abcde', 'abc')).toEqual(['abcde', 0]));
  it('removes rows that left the list', () => expect(shown('ac', 'abc')).toEqual(['ac', 0]));
  it('shows another list completely', () => expect(shown('xyz', 'abc')).toEqual(['xyz', 0]));
});
