import { describe, expect, it } from 'vitest';
import { holdArrivals } from './useArrivals.ts';

const shown = (current: string, before: string) => {
  const held = holdArrivals(current.split(''), new Set(before), (key) => key);
  return [held.items.join(''), held.newCount];
};

describe('a list that changes under the reader', () => {
  it('is shown whole at first', () => expect(shown('abc', '')).toEqual(['abc', 0]));
  it('holds back what comes in before or between', () => expect(shown('xaybc', 'abc')).toEqual(['abc', 2]));
  it('shows what comes at the end: more pages', () => expect(shown('abcde', 'abc')).toEqual(['abcde', 0]));
  it('lets go what left', () => expect(shown('ac', 'abc')).toEqual(['ac', 0]));
  it('shows another list whole', () => expect(shown('xyz', 'abc')).toEqual(['xyz', 0]));
});
