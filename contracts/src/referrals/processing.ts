import { z } from 'zod';
import { signedIn } from '../access.ts';
import { declineReason } from '../codes.ts';
import { post } from '../endpoint.ts';
import { countPatients } from '../patients/lists.ts';
import {
  hasVisibleText,
  id,
  moment,
  optionalText,
  phoneDigits,
  requiredText,
  timeZone,
  unlessLeftOut,
  version,
} from '../fields.ts';
import { typedMobileNumber } from '../fields/phone.ts';
import { referralLimits, requiresUser } from '../referrals.ts';
import { notPreferredFields } from './notPreferred.ts';
import { selectionReasonFields } from './selection.ts';

// Processing a referral after it was sent (docs/domain/referrals.md).

/** Maximum characters of a comment. */
export const longestComment = 8000;

export const processTexts = {
  choose: 'You must accept or decline the referral',
  authorizationCodeTooLong: 'Must be 50 characters or less',
  schedulingRequired: 'This is a required field',
  providerRequired: 'Healthcare Provider is a required field',
  addressRequired: 'Appointment address is required',
  dateRequired: 'Appointment date is required',
  timeRequired: 'Appointment time is required',
  timeInvalid: 'Please enter a valid time',
  appointmentPast: 'Appointment must be in the future',
  phoneInvalid: 'Invalid phone number',
  declineReasonRequired: 'Decline Reason is required',
  declineOtherTooLong: 'Decline Reason must be 250 characters or less',
  suggestionUnknown: 'This referral cannot be sent to this provider. Suggest somebody else.',
  declineOtherRequired: "A comment is required when reason is 'Other'",
  commentRequired: 'Comment is required',
  commentTooLong: `Comment must be ${longestComment} characters or less`,
  reopenReasonRequired: 'Reason is required',
  reopenReasonTooLong: 'Reason must be 500 characters or less',
  closingRequired: 'Write a comment or add a document',
  askSides: 'Only the referring or the receiving side can ask for a reply.',
  askNobody: 'There is nobody who can reply to this referral.',
  descriptionTooLong: 'Appointment description must be 500 characters or less',
} as const;

/** Identifies a referral and the version that was shown. */
export const referralTarget = z.object({
  referralId: id.nullish(),
  workQueueEncounterId: id.nullish(),
  /** Left out by callers that do not edit displayed data; then the current version is used. */
  version: version.optional(),
});

export const changedReferral = z.object({ referralId: id, version });

/** Notes written during processing, a text, a list of texts or null; each text becomes a comment on the referral. */
export const referralComments = z
  .union([z.string(), z.array(z.string(processTexts.commentRequired))], processTexts.commentRequired)
  .nullish()
  // An empty text is an empty field of a form, so it is no comment rather than an error.
  .transform((comments) => (typeof comments === 'string' ? [comments].filter(hasVisibleText) : (comments ?? [])))
  .pipe(z.array(requiredText(longestComment, processTexts.commentRequired, processTexts.commentTooLong)).max(50));

/** Appointment time, which must be in the future. */
export const appointmentTime = moment.refine((time) => Date.parse(time) > Date.now(), processTexts.appointmentPast);

/** The time zone in which an appointment's time was typed, so that a reader in another one sees which it is. */
export const typedTimeZone = timeZone.optional();

export const acceptReferral = post('/provider/referrals/accept', {
  summary: 'Accepts a referral for a provider, with or without an appointment.',
  access: signedIn,
  authorization: 'policy',
  // The provider joins the care team.
  makesStale: ['ReferralChangedEvent', 'WorkQueueItemChangedEvent', countPatients],
  input: referralTarget
    .extend({
      authorizationCode: unlessLeftOut(referralLimits.authorizationCode, processTexts.authorizationCodeTooLong),
      comments: referralComments,
      /** The accepting provider: the user, or one they act for. */
      healthcareProviderId: id.nullish(),
      appointmentAddressId: id.nullish(),
      /** Appointment time. If given, the referral becomes scheduled. */
      appointmentTime: appointmentTime.nullish(),
      timeZone: typedTimeZone,
      appointmentDescription: optionalText(500, processTexts.descriptionTooLong),
    })
    // Undefined keeps what the sender entered; empty removes it.
    .extend({
      caregiverName: unlessLeftOut(100, 'Caregiver name must be 100 characters or less'),
      cellPhone: typedMobileNumber(processTexts.phoneInvalid).transform((value) =>
        value === undefined ? undefined : phoneDigits(value),
      ),
      // Null keeps it too: nobody answered the question.
      givenSmsConsent: z
        .boolean()
        .nullish()
        .transform((given) => given ?? undefined),
    })
    // Otherwise the referral would be accepted without the appointment that the caller meant.
    .superRefine(({ appointmentTime: time, appointmentAddressId: address, appointmentDescription }, context) => {
      if (time == null && (address != null || appointmentDescription))
        context.addIssue({ code: 'custom', path: ['appointmentTime'], message: processTexts.dateRequired });
    }),
  output: changedReferral,
});

export const declineReferral = post('/provider/referrals/decline', {
  summary: 'Declines a referral with a reason.',
  access: signedIn,
  authorization: 'policy',
  makesStale: ['ReferralChangedEvent', 'WorkQueueItemChangedEvent'],
  input: referralTarget.extend({
    declineReason: z.union(
      Object.values(declineReason.table).map((code) => z.literal(code)),
      processTexts.declineReasonRequired,
    ),
    declineReasonOther: optionalText(referralLimits.declineReasonOther, processTexts.declineOtherTooLong),
    /** A colleague whom the referring side could ask instead. */
    suggestedHealthcareProviderId: id.nullish(),
    comments: referralComments,
  }),
  output: changedReferral,
});

export const selectReferralProvider = post('/provider/referrals/select-provider', {
  summary: 'Selects the provider of a referral without one, which then moves to their queue.',
  access: signedIn,
  authorization: 'policy',
  makesStale: ['ReferralChangedEvent', 'WorkQueueItemChangedEvent'],
  input: referralTarget
    .extend({
      healthcareProviderId: z.number(processTexts.providerRequired).int().positive(),
      requiresUser,
      healthcareProviderAddressId: id.nullish(),
    })
    .extend(notPreferredFields.shape)
    .extend(selectionReasonFields.shape),
  output: changedReferral,
});

export const cancelReferral = post('/provider/referrals/cancel', {
  summary: 'Withdraws an open referral.',
  access: signedIn,
  authorization: 'policy',
  makesStale: ['ReferralChangedEvent', 'WorkQueueItemChangedEvent'],
  input: referralTarget.extend({ comments: referralComments }),
  output: changedReferral,
});

export const addReferralComment = post('/provider/referrals/comment', {
  summary: 'Adds a note to a referral.',
  access: signedIn,
  authorization: 'policy',
  makesStale: ['ReferralChangedEvent', 'WorkQueueItemChangedEvent'],
  input: z.object({
    referralId: id,
    comment: requiredText(longestComment, processTexts.commentRequired, processTexts.commentTooLong),
    /** Whether the other side must reply; a comment by anybody there counts as the reply. */
    asksForReply: z.boolean().default(false),
  }),
  output: changedReferral,
});
