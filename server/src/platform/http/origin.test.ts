import { expect, test } from 'vitest';

import { isSameOrigin } from './origin.ts';

const publicUrl = 'https://portal.example';

test.each([
  ['https://portal.example', true],
  // Same host without TLS or on another port: a different origin.
  ['http://portal.example', false],
  ['https://portal.example:8443', false],
  // The internal host behind the proxy.
  ['http://10.0.0.5:3000', false],
  ['https://evil.example', false],
  ['null', false],
])('with a PUBLIC_URL, %s is the same origin: %s', (origin, isOurs) => {
  expect(isSameOrigin({ origin, host: '10.0.0.5:3000' }, publicUrl)).toBe(isOurs);
  expect(isSameOrigin({ origin, host: 'portal.example' }, publicUrl)).toBe(isOurs);
});

test('without a PUBLIC_URL, the origin must match the Host header', () => {
  expect(isSameOrigin({ origin: 'http://localhost:3000', host: 'localhost:3000' }, undefined)).toBe(true);
  expect(isSameOrigin({ origin: 'http://localhost:3001', host: 'localhost:3000' }, undefined)).toBe(false);
  expect(isSameOrigin({ host: 'localhost:3000' }, undefined)).toBe(false);
});

test('without a PUBLIC_URL, the scheme must be that of the call', () => {
  const [origin, host] = ['https://clinic.example', 'clinic.example'];
  expect(isSameOrigin({ origin, host }, undefined)).toBe(false);
  expect(isSameOrigin({ origin, host, 'x-forwarded-proto': 'https' }, undefined)).toBe(true);
  expect(isSameOrigin({ origin, host, 'x-forwarded-proto': 'https, http' }, undefined)).toBe(true);
  expect(isSameOrigin({ origin: 'http://clinic.example', host, 'x-forwarded-proto': 'https' }, undefined)).toBe(false);
});
