import { z } from 'zod';
import { everybody, signedIn } from '../access.ts';
import type { EnrollmentStatus } from '../codes/profile.ts';
import { nothing, post } from '../endpoint.ts';
import { id } from '../fields.ts';
import { newPasswordForm } from '../session/credentials.ts';
import { getDashboard } from '../dashboard.ts';
import { getUserProfile } from '../profile.ts';

// Enrollment of a requested account, from the link to the first sign-in (docs/domain/profile.md).

/** State machine of an enrollment, used by policy and service; a test compares the docs with it. */
export const enrollmentSteps = {
  /** Sends a link, for the first time or again. */
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
  /** Accepts the terms and sets a password, if the account was requested by the person it acts for. */
  accept: { from: ['agreement_viewed'], to: 'enrolled' },
  /** Same as `accept` if an office administrator requested the account. */
  acceptForApproval: { from: ['agreement_viewed'], to: 'pending_supervisor_approval' },
  approve: { from: ['pending_supervisor_approval'], to: 'enrolled' },
  deny: { from: ['pending_supervisor_approval'], to: 'supervisor_approval_denied' },
  /** The account no longer acts for anybody. */
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
  linkExpired: 'This link is no longer valid. Ask the person who added you to send a new one.',
  requested: 'A new link is on its way.',
  notWaiting: 'This request has already been decided.',
  notSupervisor: 'Only the person who is acted for can decide.',
  notAgain: 'A new link cannot be sent: the account is already set up.',
  reasonRequired: 'Reason is required',
  reasonTooLong: 'Reason must be 500 characters or less',
  reasonUnkeepable: 'Reason contains characters that cannot be saved.',
  mustAgree: 'Accept the terms of use to continue',
} as const;

const token = z.string(enrollmentTexts.linkExpired).min(1, enrollmentTexts.linkExpired).max(200);

export const openEnrollment = post('/users/enrollment/open', {
  summary: 'Opens an enrollment link; returns who requested the account, and for whom.',
  access: everybody,
  authorization: 'public',
  makesStale: [],
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
  summary: 'Returns the terms to accept for an enrollment.',
  access: everybody,
  authorization: 'public',
  makesStale: [],
  audit: 'none',
  input: z.object({ token }),
  /** Null if no agreement is published. */
  output: z.object({ agreement: z.string().nullable() }),
});

/** Form with the new password and acceptance of the terms. */
export const enrollmentForm = newPasswordForm.safeExtend({
  isAgreed: z.literal(true, enrollmentTexts.mustAgree),
});

export const acceptEnrollment = post('/users/enrollment/accept', {
  summary: 'Accepts the terms and sets the first password.',
  access: everybody,
  authorization: 'public',
  makesStale: [],
  audit: 'none',
  input: enrollmentForm.safeExtend({ token }),
  output: z.object({ username: z.string(), isEnrolled: z.boolean() }),
});

const pair = { proxiedUserId: id, proxyUserId: id };

export const requestEnrollment = post('/provider/users/enrollment/request', {
  summary: 'Sends an enrollment link again.',
  access: signedIn,
  authorization: 'policy',
  makesStale: [getUserProfile],
  input: z.object(pair),
  output: nothing,
});

/** Maximum characters of the reason for denying an account. */
export const longestDenialReason = 500;

const reason = z
  .string(enrollmentTexts.reasonRequired)
  .trim()
  .max(longestDenialReason, enrollmentTexts.reasonTooLong)
  .refine((text) => text.isWellFormed() && !text.includes('\0'), enrollmentTexts.reasonUnkeepable);

/** Form of the dialog for denying an account. */
export const denialForm = z.object({ reason: reason.min(1, enrollmentTexts.reasonRequired) });

export const decideEnrollment = post('/provider/users/enrollment/decide', {
  summary: 'Approves or denies an account requested by an office administrator; a denial requires a reason.',
  access: signedIn,
  authorization: 'policy',
  makesStale: [getUserProfile, getDashboard],
  input: z
    .object({ ...pair, isApproved: z.boolean(), reason: reason.optional() })
    .refine((value) => value.isApproved || (value.reason ?? '') !== '', {
      path: ['reason'],
      message: enrollmentTexts.reasonRequired,
    }),
  output: nothing,
});
