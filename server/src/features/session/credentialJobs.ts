import { z } from 'zod';

import { defineJob } from '../../platform/jobs/defineJob.ts';

/** Changes a user is notified of by email, since someone else may have made them. */
const credentialChanges = [
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

/** Mails the password reset link, if the request named an existing user. */
export const mailPasswordReset = defineJob({
  name: 'mail-password-reset',
  payload: z.object({ passwordResetId: z.number().int() }),
});

/** Notifies a user that their password or second factor was changed. */
export const mailCredentialChange = defineJob({
  name: 'tell-credential-change',
  payload: z.object({ userId: z.number().int(), change: z.enum(credentialChanges), changedAt: z.iso.datetime() }),
});

export const credentialJobs = { mailPasswordReset, mailCredentialChange };
