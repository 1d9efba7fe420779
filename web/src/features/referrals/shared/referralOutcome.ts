/** How a referral that waited for an answer was finished. */
export type ReferralOutcome = 'accepted' | 'declined' | 'assigned';
