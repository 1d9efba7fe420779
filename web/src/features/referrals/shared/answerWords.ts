import { joined } from '@careloop/contracts/letters';
import { answerTitle as titleOf, declineReasonText } from '@careloop/contracts/referrals/answerWords';
import type { ReferralListItem } from '@careloop/contracts/referrals';
import { formatDateIn } from '../../../ui/dates.ts';

type Answered = Pick<ReferralListItem, 'status' | 'answer' | 'latestAppointment'> &
  Partial<Pick<ReferralListItem, 'declineReason'>>;

/** "Seen 10/30/26 by Patel, Anjali", or "Closed 10/30/26 by ..." without a visit; null if it was not answered. */
export const answerTitle = (referral: Answered): string | null => titleOf(referral, formatDateIn);

/** The answer in one line, for lists: "Seen 10/30/26 by Patel, Anjali: stable angina". That of a decline names its reason. */
export function answerLine(referral: Answered): string | null {
  const title = answerTitle(referral);
  const reason = declineReasonText(referral.declineReason ?? null);
  return title && joined([title, joined([reason, referral.answer?.text])], ': ');
}
