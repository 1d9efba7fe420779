import { declineReason, declineReasonLabels } from '@careloop/contracts/codes';
import type { Referral } from '@careloop/contracts/referrals';

/** The reason it was declined, as text; null if it was not declined. */
export function declineText({ declineReason: code, declineReasonOther: other }: Referral): string | null {
  if (code === null) return null;
  const name = declineReason.nameOf(code);
  return [name === undefined ? null : declineReasonLabels[name], other].filter(Boolean).join(': ');
}
