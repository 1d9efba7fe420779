import { expect, test } from 'vitest';

import { createRateLimit, createAnonymousRateLimit } from './rateLimit.ts';

test('allows a fixed number per key and window', () => {
  let at = 0;
  const limit = createRateLimit({ max: 2, windowMs: 1_000 }, () => at);
  expect([limit.allows('a'), limit.allows('a'), limit.allows('a')]).toEqual([true, true, false]);
  expect(limit.allows('b')).toBe(true);
  at = 999;
  expect(limit.allows('a')).toBe(false);
  at = 1_000;
  expect(limit.allows('a')).toBe(true);
});

test('the number of remembered keys is bounded', () => {
  const limit = createRateLimit({ max: 1, windowMs: 1_000 }, () => 0);
  expect(limit.allows('first')).toBe(true);
  for (let key = 0; key < 10_000; key += 1) limit.allows(String(key));
  // Its count was dropped with all the others.
  expect(limit.allows('first')).toBe(true);
});

test('anonymous callers have a limit per network and one in total', () => {
  const limit = createAnonymousRateLimit({ ofNetwork: 2, ofAll: 3, windowMs: 1_000 }, () => 0);
  // All in one /64 network.
  const allowed = ['2001:db8::1', '2001:db8::2', '2001:db8::3'].map((ip) => limit.allows(ip));
  expect(allowed).toEqual([true, true, false]);
  expect([limit.allows('2001:db8:0:1::1'), limit.allows('2001:db8:0:2::1')]).toEqual([true, false]);
});
