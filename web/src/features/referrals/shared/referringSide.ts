import type { Referral } from '@careloop/contracts/referrals';

/** The provider it was sent for, or whoever sent it. */
export function referringSide({ referredByProviderName, referredByUserFullName }: Referral): string {
  return referredByProviderName ?? referredByUserFullName;
}
