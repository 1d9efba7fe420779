import type { ReferralListItem } from '@careloop/contracts/referrals';
import { formatDate, formatDateIn } from '../../../ui/dates.ts';
import { declineReasonText } from './declineText.ts';

type Answered = Pick<ReferralListItem, 'status' | 'answer' | 'latestAppointment'> &
  Partial<Pick<ReferralListItem, 'declineReason'>>;

/** "Seen 10/30/26 by Patel, Anjali", or "Closed 10/30/26 by ..." without a visit; null if it was not answered. */
export function answerTitle({ status, answer, latestAppointment: visit }: Answered): string | null {
  if (answer === null) return null;
  const { at, byName } = answer;
  if (status === 'declined') return `Declined ${formatDate(at)} by ${byName}`;
  const wasSeen = visit?.status === 'completed' && visit.appointmentTime <= at;
  return wasSeen
    ? `Seen ${formatDateIn(visit.appointmentTime, visit.timeZone)} by ${byName}`
    : `Closed ${formatDate(at)} by ${byName}`;
}

/** The answer in one line, for lists: "Seen 10/30/26 by Patel, Anjali: stable angina". */
export function answerLine(referral: Answered): string | null {
  const title = answerTitle(referral);
  const text = referral.answer?.text ?? declineReasonText(referral.declineReason ?? null);
  return title === null ? null : text ? `${title}: ${text}` : title;
}
