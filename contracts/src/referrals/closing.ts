import { z } from 'zod';
import { signedIn } from '../access.ts';
import { post } from '../endpoint.ts';
import { id, optionalText, requiredText } from '../fields.ts';
import { changedReferral, longestComment, processTexts, referralTarget } from './processing.ts';

// Closing a referral by the receiving side, and follow-up by the referring side.

export const completeReferral = post('/provider/referrals/complete', {
  summary: 'Closes a referral with a consult note or a comment for the referring side.',
  access: signedIn,
  authorization: 'policy',
  makesStale: ['ReferralChangedEvent', 'WorkQueueItemChangedEvent'],
  input: referralTarget
    .extend({
      comment: optionalText(longestComment, processTexts.commentTooLong),
      /** Consult notes: documents of the patient, stored with their current content. */
      patientDocumentIds: z.array(id).max(20).default([]),
    })
    .refine(({ comment, patientDocumentIds }) => comment !== null || patientDocumentIds.length > 0, {
      path: ['comment'],
      message: processTexts.closingRequired,
    }),
  output: changedReferral,
});

export const reopenReferral = post('/provider/referrals/reopen', {
  summary: 'Returns a completed referral to the receiver as accepted, with a comment on what is missing.',
  access: signedIn,
  authorization: 'policy',
  makesStale: ['ReferralChangedEvent', 'WorkQueueItemChangedEvent'],
  input: referralTarget.extend({
    reason: requiredText(500, processTexts.reopenReasonRequired, processTexts.reopenReasonTooLong),
  }),
  output: changedReferral,
});
