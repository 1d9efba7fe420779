import { z } from 'zod';

import { defineJob } from '../../jobs/defineJob.ts';

/** What a user is told of by e-mail, since it may not have been they. */
export const credentialChanges = [
  'password_changed',
  'second_factor_on',
  'second_factor_off',
  'second_factor_moved',
  'recovery_codes_renewed',
  'recovery_code_used',
  'second_factor_stopped',
  'identity_linked',
  'identity_removed',
] as const;
export type CredentialChange = (typeof credentialChanges)[number];

/** Mails the link of a forgotten password, if the request named somebody. */
export const mailPasswordReset = defineJob({
  name: 'mail-password-reset',
  payload: z.object({ passwordResetId: z.number().int() }),
  handler: async () => (await import('./credentialMails.ts')).mailReset,
});

/** Tells a user that their password or second factor was changed. */
export const mailCredentialChange = defineJob({
  name: 'tell-credential-change',
  payload: z.object({ userId: z.number().int(), change: z.enum(credentialChanges), changedAt: z.iso.datetime() }),
  handler: async () => (await import('./credentialMails.ts')).mailChange,
});

export const credentialJobs = [mailPasswordReset, mailCredentialChange];
