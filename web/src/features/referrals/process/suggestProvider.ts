import type { Referral } from '@careloop/contracts/referrals';
import type { UseFormReturn } from 'react-hook-form';
import type { ProcessValues } from './processForm.ts';
import type { AcceptingProvider } from './useAcceptingProviders.ts';

/** Preselects the provider it was accepted for already, the one it names, or the only one available. */
export function suggestProvider(
  form: UseFormReturn<ProcessValues>,
  referral: Referral,
  users: readonly AcceptingProvider[],
): void {
  if (form.getValues('healthcareProviderId') !== null) return;
  const userOf = (providerId: number | null) => users.find((user) => user.healthcareProviderId === providerId);
  const named = userOf(referral.acceptedForHealthcareProviderId) ?? userOf(referral.healthcareProviderId);
  const provider = named ?? (users.length === 1 ? users[0] : undefined);
  if (provider === undefined || provider.healthcareProviderId === null) return;
  const addresses = provider.addressInfos;
  const address =
    addresses.find(({ addressId }) => addressId === referral.referredToAddress?.addressId) ?? addresses[0];
  form.setValue('healthcareProviderId', provider.healthcareProviderId);
  form.setValue('appointmentAddressId', address?.addressId ?? null);
}
