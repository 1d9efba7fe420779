import { z } from 'zod';
import { signedIn } from '../access.ts';
import { urgencies } from '../codes.ts';
import { post } from '../endpoint.ts';
import { timestamp, version } from '../fields.ts';
import { checkedRequest, referralRequest, referralTexts } from '../referrals.ts';
import { changedReferral, referralTarget } from './processing.ts';

// Changes by the referring side to a sent referral that is pending or accepted.

export const updateTexts = {
  /** The receiver cannot be changed after the referral was accepted. */
  receiverFixed: 'This referral was accepted. To send it to somebody else, cancel it and refer again.',
  saved: 'Referral updated',
  unchanged: 'Nothing was changed',
  urgencySaved: 'Urgency changed',
} as const;

/** Identifies a referral and the version that was shown. */
const seenReferral = referralTarget.extend({ version });

export const updateReferral = post('/provider/referrals/update', {
  summary: 'Changes a pending or accepted referral as a whole; what is left out is taken away.',
  access: signedIn,
  authorization: 'policy',
  idempotent: true,
  input: checkedRequest(referralRequest.extend(seenReferral.shape)),
  output: changedReferral,
});

const urgencyDays = z.union(
  urgencies.map(({ days }) => z.literal(days)),
  referralTexts.urgencyRequired,
);

export const changeReferralUrgency = post('/provider/referrals/urgency-days', {
  summary: 'Changes how soon a pending or accepted referral is needed; the due time counts from the change.',
  access: signedIn,
  authorization: 'policy',
  idempotent: true,
  input: seenReferral.extend({ urgencyDays }),
  output: changedReferral.extend({ dueAt: timestamp }),
});
