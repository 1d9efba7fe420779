import { expect, test } from 'vitest';
import { foundText } from './providerQueries.ts';

test('says how many providers were found, and how to see more than the search shows', () => {
  expect(foundText(7, 20, false)).toBe('7 found');
  expect(foundText(40, 20, true, ', nearest first')).toBe('40 or more found, nearest first');
  expect(foundText(1000, 20, false)).toBe('1000 or more found. Narrow the search to see others.');
  expect(foundText(1000, 90, true)).toBe('1000 or more found');
});
