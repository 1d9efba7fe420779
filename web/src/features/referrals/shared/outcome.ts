/** How a referral that waited for an answer was finished. */
export type Outcome = 'accepted' | 'declined' | 'assigned';
