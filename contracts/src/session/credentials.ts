import { z } from 'zod';
import { everybody, signedIn } from '../access.ts';
import { loginIdentityTypes } from '../codes.ts';
import { get, nothing, post } from '../endpoint.ts';
import { id, timestamp } from '../fields.ts';
import { signInAnswer } from '../session.ts';

// Passwords, second factor and sessions of a user.

/** Texts about passwords and codes. */
export const credentialTexts = {
  passwordRequired: 'Password is required',
  passwordTooLong: 'Password cannot exceed 75 characters',
  passwordsDiffer: 'Password and Confirm Password must match',
  passwordTooShort: (minimum: number) => `Password must be at least ${minimum} characters`,
  passwordBreached: 'This password is known from data breaches. Choose another one.',
  passwordHoldsName: 'Password must not contain your username or the name of this product',
  passwordUnchanged: 'Choose a password that differs from the current one',
  currentPasswordWrong: 'Current password is not correct',
  codeWrong: 'This code is not correct or has expired',
  secondFactorIsOn: 'Two-step verification is already on.',
  secondFactorIsOff: 'Two-step verification is off.',
  noPassword: 'You sign in by single sign-on and have no password here. Two-step verification is set up there, too.',
  secondFactorVoid: 'Your two-step verification must be set up again. Ask your administrator.',
  secondFactorRequired: 'Your organization requires two-step verification.',
  challengeExpired: 'This sign-in has ended. Please start again.',
  identityGone: 'This single sign-on has already been removed.',
  linkExpired: 'This link is no longer valid. Request a new one.',
  resetRequested: 'If this account exists and has an email address, a link to choose a new password is on its way.',
} as const;

/** Minimum password length unless the client requires more (OWASP ASVS 5.0, 6.2.1: at least 8, 15 recommended). */
export const defaultPasswordMinimum = 12;
const longestPassword = 75;

const password = z
  .string(credentialTexts.passwordRequired)
  .min(1, credentialTexts.passwordRequired)
  .max(longestPassword, credentialTexts.passwordTooLong);

/** A new password, typed twice. The server checks the minimum length and known breaches. */
const newPassword = { password, confirmPassword: z.string().default('') };
const areEqual = (value: { password: string; confirmPassword: string }) => value.password === value.confirmPassword;
const mustMatch = { path: ['confirmPassword'], error: credentialTexts.passwordsDiffer };

const challenge = z.string(credentialTexts.challengeExpired).min(1).max(200);
/** Six digits from an authenticator app, or a recovery code; spaces and dashes are ignored. */
const code = z
  .string('Code is required')
  .transform((value) => value.replace(/[\s-]/g, ''))
  .pipe(z.string().min(1, 'Code is required').max(20, credentialTexts.codeWrong));

export const secondFactorForm = z.object({ code });
export const newPasswordForm = z.object(newPassword).refine(areEqual, mustMatch);
export const forgotPasswordForm = z.object({
  username: z.string().trim().min(1, 'Username is required').max(50, 'Username is too long'),
});

// ---------------------------------------------------------------- the steps after a correct password

export const verifySecondFactor = post('/sign-in/second-factor', {
  summary: 'Completes a sign-in with an authenticator code or a recovery code.',
  access: everybody,
  authorization: 'public',
  makesStale: [],
  audit: 'none',
  input: z.object({ challenge, code }),
  output: signInAnswer,
});

/** Secret for an authenticator app, as a URL for a QR code and as text to type. */
const authenticatorSecret = z.object({ secret: z.string(), otpauthUrl: z.string() });

export const prepareRequiredSecondFactor = post('/sign-in/second-factor/prepare', {
  summary: 'Starts setting up the second factor that the client requires.',
  access: everybody,
  authorization: 'public',
  makesStale: [],
  audit: 'none',
  input: z.object({ challenge }),
  output: authenticatorSecret,
});

export const enableRequiredSecondFactor = post('/sign-in/second-factor/enable', {
  summary: 'Turns on the required second factor with its first code, and continues the sign-in.',
  access: everybody,
  authorization: 'public',
  makesStale: [],
  audit: 'none',
  input: z.object({ challenge, code }),
  output: z.object({ ...signInAnswer.shape, recoveryCodes: z.array(z.string()) }),
});

export const changeRequiredPassword = post('/sign-in/password', {
  summary: 'Changes an expired or initial password during sign-in, and continues the sign-in.',
  access: everybody,
  authorization: 'public',
  makesStale: [],
  audit: 'none',
  input: z.object({ challenge, ...newPassword }).refine(areEqual, mustMatch),
  output: signInAnswer,
});

// ---------------------------------------------------------------- a forgotten password

export const requestPasswordReset = post('/forgot-password', {
  summary: 'Sends a link to set a new password if the user exists. The response does not reveal whether they do.',
  access: everybody,
  authorization: 'public',
  makesStale: [],
  audit: 'none',
  input: forgotPasswordForm,
  output: nothing,
});

export const resetPassword = post('/reset-password', {
  summary: 'Sets the password with the token of an emailed link, once, and ends every session of the user.',
  access: everybody,
  authorization: 'public',
  makesStale: [],
  audit: 'none',
  input: z
    .object({ token: z.string(credentialTexts.linkExpired).max(200), ...newPassword })
    .refine(areEqual, mustMatch),
  output: nothing,
});

// ---------------------------------------------------------------- signed in: password

export const generatePassword = post('/generate-password', {
  summary: 'Returns a random password that satisfies all rules.',
  access: signedIn,
  authorization: 'own',
  unkeyed: 'search',
  makesStale: [],
  isOwn: true,
  audit: 'none',
  input: nothing,
  output: z.object({ password: z.string() }),
});

export const changePasswordForm = z
  .object({
    currentPassword: z.string('Current password is required').min(1, 'Current password is required').max(200),
    ...newPassword,
  })
  .refine(areEqual, mustMatch);

// ---------------------------------------------------------------- signed in: second factor

export const getSecondFactor = get('/provider/users/second-factor', {
  summary: 'Returns whether the user’s own second factor is on, and how many recovery codes are left.',
  access: signedIn,
  isOwn: true,
  audit: 'none',
  input: nothing,
  output: z.object({
    isEnabled: z.boolean(),
    /** Required by the client, so it cannot be turned off. */
    isRequired: z.boolean(),
    recoveryCodesLeft: z.number().int(),
  }),
});

export const prepareSecondFactor = post('/provider/users/second-factor/prepare', {
  summary: 'Creates a secret for an authenticator app; it takes effect with its first code.',
  access: signedIn,
  authorization: 'own',
  unkeyed: 'secret',
  makesStale: [],
  isOwn: true,
  audit: 'none',
  input: nothing,
  output: authenticatorSecret,
});

/** Sensitive changes require the password again. */
export const confirmPasswordForm = z.object({ password: z.string().min(1, credentialTexts.passwordRequired).max(200) });
/** Also requires the password: with a stolen session alone, an attacker could lock the owner out. */
export const enableSecondFactorForm = confirmPasswordForm.extend({ code });

export const enableSecondFactor = post('/provider/users/second-factor/enable', {
  summary: 'Turns on the second factor with its first code.',
  access: signedIn,
  authorization: 'own',
  unkeyed: 'secret',
  makesStale: [getSecondFactor],
  isOwn: true,
  input: enableSecondFactorForm,
  output: z.object({ recoveryCodes: z.array(z.string()) }),
});

export const prepareSecondFactorMove = post('/provider/users/second-factor/move/prepare', {
  summary: 'Creates a secret for a new phone; the current one stays valid until the move.',
  access: signedIn,
  authorization: 'own',
  unkeyed: 'secret',
  makesStale: [],
  isOwn: true,
  audit: 'none',
  input: nothing,
  output: authenticatorSecret,
});

/** `code`: from the current phone, or a recovery code if it is lost. `newCode`: the first code from the new phone. */
export const moveSecondFactorForm = confirmPasswordForm.extend({ code, newCode: code });

export const moveSecondFactor = post('/provider/users/second-factor/move', {
  summary: 'Moves the second factor to another phone, and issues new recovery codes.',
  access: signedIn,
  authorization: 'own',
  unkeyed: 'secret',
  makesStale: [getSecondFactor],
  isOwn: true,
  input: moveSecondFactorForm,
  output: z.object({ recoveryCodes: z.array(z.string()) }),
});

export const disableSecondFactor = post('/provider/users/second-factor/disable', {
  summary: 'Turns off the second factor, unless the client requires it.',
  access: signedIn,
  authorization: 'own',
  unkeyed: 'secret',
  makesStale: [getSecondFactor],
  isOwn: true,
  input: confirmPasswordForm,
  output: nothing,
});

export const renewRecoveryCodes = post('/provider/users/second-factor/recovery-codes', {
  summary: 'Issues new recovery codes and invalidates the old ones.',
  access: signedIn,
  authorization: 'own',
  unkeyed: 'secret',
  makesStale: [getSecondFactor],
  isOwn: true,
  input: confirmPasswordForm,
  output: z.object({ recoveryCodes: z.array(z.string()) }),
});

// ---------------------------------------------------------------- signed in: single sign-on

export const getLoginIdentities = get('/provider/users/login-identities', {
  summary: 'Lists single sign-on identities of the user’s own account.',
  access: signedIn,
  isOwn: true,
  audit: 'none',
  input: nothing,
  output: z.object({
    identities: z.array(
      z.object({
        /** The identity provider; there is one identity per issuer. */
        issuer: z.string(),
        identityType: z.enum(loginIdentityTypes),
        linkedAt: timestamp,
      }),
    ),
  }),
});

export const removeLoginIdentity = post('/provider/users/login-identities/remove', {
  summary: 'Removes single sign-on from the user’s own account.',
  access: signedIn,
  authorization: 'own',
  makesStale: [getLoginIdentities],
  isOwn: true,
  input: confirmPasswordForm.extend({ issuer: z.string().min(1).max(500) }),
  output: nothing,
});

// ---------------------------------------------------------------- signed in: sessions

export const getSessions = get('/provider/users/sessions', {
  summary: 'Lists the user’s sessions.',
  access: signedIn,
  isOwn: true,
  audit: 'none',
  input: nothing,
  output: z.object({
    sessions: z.array(
      z.object({
        sessionId: id,
        /** Whether this call was made in it. */
        isCurrent: z.boolean(),
        /** Such as "Chrome on Windows"; "Unknown device" if unknown. */
        device: z.string(),
        ip: z.string().nullable(),
        signedInAt: timestamp,
        lastSeenAt: timestamp,
      }),
    ),
  }),
});

export const changePassword = post('/provider/users/change-password', {
  summary: 'Changes the user’s own password and ends their other sessions.',
  access: signedIn,
  authorization: 'own',
  makesStale: [getSessions],
  isOwn: true,
  input: changePasswordForm,
  output: nothing,
});

export const endUserSession = post('/provider/users/sessions/end', {
  summary: 'Ends one of the user’s own sessions immediately.',
  access: signedIn,
  authorization: 'own',
  makesStale: [getSessions],
  isOwn: true,
  input: z.object({ sessionId: id }),
  output: nothing,
});

export const endOtherSessions = post('/provider/users/sessions/end-others', {
  summary: 'Ends all of the user’s own sessions except this one.',
  access: signedIn,
  authorization: 'own',
  makesStale: [getSessions],
  isOwn: true,
  input: nothing,
  output: z.object({ endedCount: z.number().int() }),
});
