import { notPreferredReason, notPreferredReasonLabels } from '@careloop/contracts/codes';
import { needsMoreInfo } from '@careloop/contracts/referrals/notPreferred';
import type { Fact } from '../../../../ui/Facts.tsx';

interface Reason {
  notPreferredReason: number | null;
  notPreferredAdditionalInfo: string | null;
}

/** Why a provider outside of the preferred affiliations was chosen, as a fact; nothing where no reason was given. */
export function notPreferredFacts({ notPreferredReason: code, notPreferredAdditionalInfo: info }: Reason): Fact[] {
  const name = code === null ? undefined : notPreferredReason.nameOf(code);
  if (name === undefined) return [];
  const value = [notPreferredReasonLabels[name], needsMoreInfo(code) && info].filter(Boolean).join(': ');
  return [{ label: 'Reason for this provider', value }];
}
