/** Outcome of the user's action on a referral. */
export type ReferralOutcome =
  | 'accepted'
  | 'scheduled'
  | 'declined'
  | 'assigned'
  | 'assignedOutside'
  | 'rescheduled'
  | 'noShow'
  | 'appointmentCanceled'
  | 'completed'
  | 'reopened'
  | 'referredAgain';

/** Toast shown after the action. */
export const outcomeTexts: Record<ReferralOutcome, string> = {
  accepted: 'Referral accepted',
  scheduled: 'Appointment logged',
  declined: 'Referral declined',
  assigned: 'Referral sent to the provider',
  // The provider does not use the portal.
  assignedOutside: 'Provider chosen, the referral is in Referral exceptions',
  rescheduled: 'Appointment rescheduled',
  noShow: 'No-show recorded',
  appointmentCanceled: 'Appointment canceled',
  completed: 'Referral closed',
  reopened: 'Referral reopened',
  referredAgain: 'Referral sent again',
};
