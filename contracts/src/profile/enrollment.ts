import { z } from 'zod';
import { everybody, signedIn } from '../access.ts';
import type { EnrollmentStatus } from '../codes/profile.ts';
import { nothing, post } from '../endpoint.ts';
import { id } from '../fields.ts';
import { newPasswordForm } from '../session/credentials.ts';

// An account that somebody asked for: from the link to the first sign-in (docs/domain/profile.md).

/** What happens to an enrollment: from which states, and to which. Policy, service and a test of the docs go by it. */
export const enrollmentSteps = {
  /** A link is sent, for the first time or again. */
  request: {
    from: [
      'not_enrolled',
      'requested',
      'initiated',
      'agreement_viewed',
      'enrollment_token_expired',
      'supervisor_approval_denied',
    ],
    to: 'requested',
  },
  open: { from: ['requested'], to: 'initiated' },
  viewAgreement: { from: ['initiated'], to: 'agreement_viewed' },
  expire: { from: ['requested', 'initiated', 'agreement_viewed'], to: 'enrollment_token_expired' },
  /** The terms are accepted and a password is chosen, by somebody whom the person acted for asked for. */
  accept: { from: ['agreement_viewed'], to: 'enrolled' },
  /** The same for somebody whom an office administrator asked for. */
  acceptForApproval: { from: ['agreement_viewed'], to: 'pending_supervisor_approval' },
  approve: { from: ['pending_supervisor_approval'], to: 'enrolled' },
  deny: { from: ['pending_supervisor_approval'], to: 'supervisor_approval_denied' },
  /** Nobody is left for whom the account would act. */
  withdraw: {
    from: [
      'requested',
      'initiated',
      'agreement_viewed',
      'enrollment_token_expired',
      'pending_supervisor_approval',
      'supervisor_approval_denied',
    ],
    to: 'not_enrolled',
  },
} as const satisfies Record<string, { from: readonly EnrollmentStatus[]; to: EnrollmentStatus }>;
export type EnrollmentStep = keyof typeof enrollmentSteps;

export function allowsStep(status: EnrollmentStatus, step: EnrollmentStep): boolean {
  const from: readonly EnrollmentStatus[] = enrollmentSteps[step].from;
  return from.includes(status);
}

export const enrollmentTexts = {
  linkExpired: 'This link is not valid any more. Ask the person who added you to send a new one.',
  requested: 'A new link is on its way.',
  notWaiting: 'This request was decided already.',
  notSupervisor: 'Only the person who is acted for can decide.',
  notAgain: 'A new link cannot be sent any more: the account is set up.',
  reasonRequired: 'Reason is required',
  reasonTooLong: 'Reason must be 500 characters or less',
  reasonUnkeepable: 'Reason contains characters that cannot be saved.',
  mustAgree: 'Accept the terms of use to continue',
} as const;

const token = z.string(enrollmentTexts.linkExpired).min(1, enrollmentTexts.linkExpired).max(200);

export const openEnrollment = post('/users/enrollment/open', {
  summary: 'Opens the link of an enrollment: who asked for the account, and for whom.',
  access: everybody,
  authorization: 'public',
  audit: 'none',
  input: z.object({ token }),
  output: z.object({
    firstName: z.string(),
    lastName: z.string(),
    username: z.string(),
    requestedBy: z.string(),
    actsFor: z.string(),
    needsApproval: z.boolean(),
  }),
});

export const viewAgreement = post('/users/view-agreement', {
  summary: 'The terms that are accepted with an enrollment.',
  access: everybody,
  authorization: 'public',
  audit: 'none',
  input: z.object({ token }),
  /** Null where the installation has published none. */
  output: z.object({ agreement: z.string().nullable() }),
});

/** The password, typed twice, and the terms accepted. */
export const enrollmentForm = newPasswordForm.safeExtend({
  isAgreed: z.literal(true, enrollmentTexts.mustAgree),
});

export const acceptEnrollment = post('/users/enrollment/accept', {
  summary: 'Accepts the terms and sets the first password.',
  access: everybody,
  authorization: 'public',
  audit: 'none',
  input: enrollmentForm.safeExtend({ token }),
  output: z.object({ username: z.string(), isEnrolled: z.boolean() }),
});

const pair = { proxiedUserId: id, proxyUserId: id };

export const requestEnrollment = post('/provider/users/enrollment/request', {
  summary: 'Sends the link of an enrollment again.',
  access: signedIn,
  authorization: 'policy',
  input: z.object(pair),
  output: nothing,
});

/** Longest reason for denying an account, in characters. */
export const longestDenialReason = 500;

const reason = z
  .string(enrollmentTexts.reasonRequired)
  .trim()
  .max(longestDenialReason, enrollmentTexts.reasonTooLong)
  .refine((text) => text.isWellFormed() && !text.includes('\0'), enrollmentTexts.reasonUnkeepable);

/** Why an account is denied. */
export const denialForm = z.object({ reason: reason.min(1, enrollmentTexts.reasonRequired) });

export const decideEnrollment = post('/provider/users/enrollment/decide', {
  summary: 'Approves or denies an account that an office administrator asked for; a denial has a reason.',
  access: signedIn,
  authorization: 'policy',
  input: z
    .object({ ...pair, isApproved: z.boolean(), reason: reason.optional() })
    .refine((value) => value.isApproved || (value.reason ?? '') !== '', {
      path: ['reason'],
      message: enrollmentTexts.reasonRequired,
    }),
  output: nothing,
});
