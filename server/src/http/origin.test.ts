import { expect, test } from 'vitest';

import { isSameOrigin } from './origin.ts';

const publicUrl = 'https://portal.example';

test.each([
  ['https://portal.example', true],
  // The same host without TLS, or beside it: whoever can write there is not us.
  ['http://portal.example', false],
  ['https://portal.example:8443', false],
  // The host that was called, behind the proxy.
  ['http://10.0.0.5:3000', false],
  ['https://evil.example', false],
  ['null', false],
])('with a public address, %s is ours: %s', (origin, isOurs) => {
  expect(isSameOrigin({ origin, host: '10.0.0.5:3000' }, publicUrl)).toBe(isOurs);
  expect(isSameOrigin({ origin, host: 'portal.example' }, publicUrl)).toBe(isOurs);
});

test('without one, it is the host that was called', () => {
  expect(isSameOrigin({ origin: 'http://localhost:3000', host: 'localhost:3000' }, undefined)).toBe(true);
  expect(isSameOrigin({ origin: 'http://localhost:3001', host: 'localhost:3000' }, undefined)).toBe(false);
  expect(isSameOrigin({ host: 'localhost:3000' }, undefined)).toBe(false);
});
