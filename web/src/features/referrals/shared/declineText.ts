import { declineReason, declineReasonLabels } from '@careloop/contracts/codes';
import type { Referral } from '@careloop/contracts/referrals';

/** The label of the reason; null without one. */
export function declineReasonText(code: Referral['declineReason']): string | null {
  const name = code === null ? undefined : declineReason.nameOf(code);
  return name === undefined ? null : declineReasonLabels[name];
}

/** The reason it was declined, as text; null if it was not declined. */
export function declineText({ declineReason: code, declineReasonOther: other }: Referral): string | null {
  return code === null ? null : [declineReasonText(code), other].filter(Boolean).join(': ');
}
