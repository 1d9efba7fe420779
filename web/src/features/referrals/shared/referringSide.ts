import type { Referral } from '@careloop/contracts/referrals';

/** The provider it was sent for, or else the user who sent it. */
export function referringSide({ referredByProviderName, referredByUserFullName }: Referral): string {
  return referredByProviderName ?? referredByUserFullName;
}
