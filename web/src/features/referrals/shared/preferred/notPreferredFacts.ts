import { notPreferredReason, notPreferredReasonLabels } from '@careloop/contracts/codes';
import { needsMoreInfo } from '@careloop/contracts/referrals/notPreferred';
import type { Fact } from '../../../../ui/Facts.tsx';

interface Reason {
  notPreferredReason: number | null;
  notPreferredAdditionalInfo: string | null;
}

/** Fact with the reason for choosing a provider outside the preferred affiliations; empty if there is none. */
export function notPreferredFacts({ notPreferredReason: code, notPreferredAdditionalInfo: info }: Reason): Fact[] {
  const name = code === null ? undefined : notPreferredReason.nameOf(code);
  if (name === undefined) return [];
  const value = [notPreferredReasonLabels[name], needsMoreInfo(code) && info].filter(Boolean).join(': ');
  return [{ label: 'Reason for this provider', value }];
}
