import { signInErrorCodes } from '@careloop/contracts/session/singleSignOn';
import { expect, it } from 'vitest';
import { signInErrorOf } from './signInErrors.ts';

it.each(signInErrorCodes)('recognizes the single sign-on error %s', (code) => {
  expect(signInErrorOf(new URLSearchParams({ signInError: code }))).toBe(code);
});

it.each(['toString', 'constructor', '__proto__', '', 'no-such-reason'])(
  'treats the unknown error %j as unavailable',
  (code) => {
    expect(signInErrorOf(new URLSearchParams({ signInError: code }))).toBe('unavailable');
  },
);

it('returns undefined without an error', () => {
  expect(signInErrorOf(new URLSearchParams('status=declined'))).toBeUndefined();
});
