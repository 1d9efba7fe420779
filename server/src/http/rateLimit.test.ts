import { expect, test } from 'vitest';

import { createRateLimit } from './rateLimit.ts';

test('lets so many through in a window, for each key by itself', () => {
  let at = 0;
  const limit = createRateLimit({ max: 2, windowMs: 1_000 }, () => at);
  expect([limit.allows('a'), limit.allows('a'), limit.allows('a')]).toEqual([true, true, false]);
  expect(limit.allows('b')).toBe(true);
  at = 999;
  expect(limit.allows('a')).toBe(false);
  at = 1_000;
  expect(limit.allows('a')).toBe(true);
});

test('many keys do not gather without end', () => {
  const limit = createRateLimit({ max: 1, windowMs: 1_000 }, () => 0);
  expect(limit.allows('first')).toBe(true);
  for (let key = 0; key < 10_000; key += 1) limit.allows(String(key));
  // Forgotten with all the others, so it counts from the beginning.
  expect(limit.allows('first')).toBe(true);
});
