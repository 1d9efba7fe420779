import { signInErrorCodes } from '@careloop/contracts/session/singleSignOn';
import { expect, it } from 'vitest';
import { signInErrorOf } from './signInErrors.ts';

it.each(signInErrorCodes)('single sign-on may say why nobody is signed in: %s', (code) => {
  expect(signInErrorOf(new URLSearchParams({ signInError: code }))).toBe(code);
});

it.each(['toString', 'constructor', '__proto__', '', 'no-such-reason'])('%j is no reason of ours', (code) => {
  expect(signInErrorOf(new URLSearchParams({ signInError: code }))).toBe('unavailable');
});

it('most often there is none', () => {
  expect(signInErrorOf(new URLSearchParams('status=declined'))).toBeUndefined();
});
