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

export const updateReferral = post('/provider/referrals/update', {
  summary: 'Replaces the content of a pending or accepted referral; fields that are left out are removed.',
  access: signedIn,
  authorization: 'policy',
  makesStale: ['ReferralChangedEvent', 'WorkQueueItemChangedEvent'],
  input: checkedRequest(referralRequest.extend({ ...referralTarget.shape, version })),
  output: changedReferral,
});

const urgencyDays = z.union(
  urgencies.map(({ days }) => z.literal(days)),
  referralTexts.urgencyRequired,
);

export const changeReferralUrgency = post('/provider/referrals/urgency-days', {
  summary: 'Changes the urgency of a pending or accepted referral; the due time is counted from the change.',
  access: signedIn,
  authorization: 'policy',
  makesStale: ['ReferralChangedEvent', 'WorkQueueItemChangedEvent'],
  input: referralTarget.extend({ urgencyDays }),
  output: changedReferral.extend({ dueAt: timestamp }),
});
