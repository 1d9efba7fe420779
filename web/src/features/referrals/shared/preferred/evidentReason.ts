import { evidentSelectionReasons, providerSelectionReason } from '@careloop/contracts/codes/referrals';
import type { ProviderSearchItem } from '@careloop/contracts/directory';

/** The reason for a provider that the choice itself shows, as a code; null if it has to be asked for. */
export function evidentReason(provider: Pick<ProviderSearchItem, 'selectionEvidence'> | null | undefined) {
  const evidence = provider?.selectionEvidence ?? null;
  return evidence === null ? null : providerSelectionReason.codeOf(evidentSelectionReasons[evidence]);
}
