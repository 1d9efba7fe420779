import { z } from 'zod';
import { signedIn } from '../access.ts';
import { post } from '../endpoint.ts';
import { optionalText } from '../fields.ts';
import {
  appointmentTime,
  changedReferral,
  processTexts,
  referralComments,
  referralTarget,
  typedTimeZone,
} from './processing.ts';

// Changes to the appointment of a scheduled referral, by the receiving side.

export const rescheduleReferral = post('/provider/referrals/reschedule', {
  summary: 'Reschedules the appointment of a scheduled referral; the previous one is kept as canceled and rescheduled.',
  access: signedIn,
  authorization: 'policy',
  makesStale: ['ReferralChangedEvent', 'WorkQueueItemChangedEvent'],
  input: referralTarget.extend({
    healthcareProviderId: z.number(processTexts.providerRequired).int().positive(),
    appointmentAddressId: z.number(processTexts.addressRequired).int().positive(),
    appointmentTime,
    timeZone: typedTimeZone,
    appointmentDescription: optionalText(500, processTexts.descriptionTooLong),
    comments: referralComments,
  }),
  output: changedReferral,
});

export const recordNoShow = post('/provider/referrals/no-show', {
  summary: 'Records that the patient missed the appointment; the referral needs a new one.',
  access: signedIn,
  authorization: 'policy',
  makesStale: ['ReferralChangedEvent', 'WorkQueueItemChangedEvent'],
  input: referralTarget.extend({ comments: referralComments }),
  output: changedReferral,
});

export const cancelAppointment = post('/provider/referrals/cancel-appointment', {
  summary: 'Cancels the appointment of a scheduled referral, which becomes accepted again.',
  access: signedIn,
  authorization: 'policy',
  makesStale: ['ReferralChangedEvent', 'WorkQueueItemChangedEvent'],
  input: referralTarget.extend({ comments: referralComments }),
  output: changedReferral,
});
