import type { Referral } from '@careloop/contracts/referrals';

/** Whether nobody can answer it: it was sent to a specialty, or to a provider who does not use the portal. */
export function needsProvider(referral: Referral): boolean {
  return referral.referredToUserId === null;
}
