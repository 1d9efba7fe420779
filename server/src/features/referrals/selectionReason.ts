import { notPreferredReason } from '@careloop/contracts/codes';
import { knownSelectionReasons, providerSelectionReason } from '@careloop/contracts/codes/referrals';

interface GivenReasons {
  healthcareProviderId?: number | null | undefined;
  providerSelectionReason?: number | null | undefined;
  notPreferredReason?: number | null | undefined;
}

/**
 * Why the provider was selected, as stored: the reason given, or the one known from why a provider is not preferred. None
 * without a provider.
 */
export function selectionReasonColumn(given: GivenReasons) {
  if (!given.healthcareProviderId) return { provider_selection_reason: null };
  const notPreferred = notPreferredReason.nameOf(given.notPreferredReason ?? 0);
  const known = notPreferred === undefined ? null : knownSelectionReasons[notPreferred];
  return { provider_selection_reason: providerSelectionReason.nameOf(given.providerSelectionReason ?? 0) ?? known };
}
