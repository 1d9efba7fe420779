import { expect, it } from 'vitest';
import { createIdempotencyKeys } from './idempotency.ts';

it('keeps the key while the same input is retried, and changes it after success or a changed input', () => {
  let made = 0;
  const keys = createIdempotencyKeys(() => `key-${++made}`);
  expect(keys.keyFor({ a: 1 })).toBe('key-1');
  expect(keys.keyFor({ a: 1 })).toBe('key-1');
  expect(keys.keyFor({ a: 2 })).toBe('key-2');
  keys.done();
  expect(keys.keyFor({ a: 2 })).toBe('key-3');
});
