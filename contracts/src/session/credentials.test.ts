import { expect, it } from 'vitest';
import { inputErrors } from '../fieldErrors.ts';
import { signIn } from '../session.ts';
import { changePassword, changeRequiredPassword, credentialTexts, requestPasswordReset } from './credentials.ts';

const next = 'an altogether other one';

it.each([
  [{ confirmPassword: 'x' }, { confirmPassword: credentialTexts.passwordsDiffer }],
  [{ password: '', confirmPassword: '' }, { password: credentialTexts.passwordRequired }],
  [{ password: 'z'.repeat(76), confirmPassword: 'z'.repeat(76) }, { password: credentialTexts.passwordTooLong }],
])('changing the password is refused with %j', (wrong, errors) => {
  const change = { currentPassword: 'the present one', password: next, confirmPassword: next };
  expect(inputErrors(changePassword, { ...change, ...wrong })).toEqual(errors);
});

it.each([
  [{ password: next, confirmPassword: 'y' }, { confirmPassword: credentialTexts.passwordsDiffer }],
  [
    { password: 'z'.repeat(76), confirmPassword: '' },
    { password: credentialTexts.passwordTooLong, confirmPassword: credentialTexts.passwordsDiffer },
  ],
])('a required new password is refused with %j', (input, errors) => {
  expect(inputErrors(changeRequiredPassword, { challenge: 'c', ...input })).toEqual(errors);
});

it.each([
  [{}, { username: expect.any(String) as string, password: expect.any(String) as string }],
  [
    { username: '', password: '' },
    { username: 'Username is required', password: 'Password is required' },
  ],
  [
    { username: 'a'.repeat(51), password: 'b'.repeat(201) },
    { username: 'Username is too long', password: 'Password is too long' },
  ],
])('signing in is refused with %j', (input, errors) => {
  expect(inputErrors(signIn, input)).toEqual(errors);
});

it.each([[{}], [{ username: '' }], [{ username: 'x'.repeat(51) }], [{ username: ['a'] }]])(
  'a new password cannot be requested with %j',
  (input) => {
    expect(Object.keys(inputErrors(requestPasswordReset, input))).toEqual(['username']);
  },
);
