import { declineReason, declineReasonLabels } from '../codes.ts';
import type { Referral, ReferralListItem } from '../referrals.ts';

type Answered = Pick<ReferralListItem, 'status' | 'answer' | 'latestAppointment'>;
/** Formats the day of a moment; in the reader's time zone unless it was stated in another one. */
type DayText = (at: string, timeZone: string | null) => string;

/** "Seen 10/30/26 by Patel, Anjali", or "Closed 10/30/26 by ..." without a visit; null if it was not answered. */
export function answerTitle({ status, answer, latestAppointment: visit }: Answered, dayOf: DayText): string | null {
  if (answer === null) return null;
  const { at, byName } = answer;
  if (status === 'declined') return `Declined ${dayOf(at, null)} by ${byName}`;
  const wasSeen = visit?.status === 'completed' && visit.appointmentTime <= at;
  return wasSeen
    ? `Seen ${dayOf(visit.appointmentTime, visit.timeZone)} by ${byName}`
    : `Closed ${dayOf(at, null)} by ${byName}`;
}

/** The label of the reason; null without one. */
export function declineReasonText(code: Referral['declineReason']): string | null {
  const name = code === null ? undefined : declineReason.nameOf(code);
  return name === undefined ? null : declineReasonLabels[name];
}

/** The reason it was declined, as text; null if it was not declined. */
export function declineText({
  declineReason: code,
  declineReasonOther: other,
}: Pick<Referral, 'declineReason' | 'declineReasonOther'>): string | null {
  return code === null ? null : [declineReasonText(code), other].filter(Boolean).join(': ');
}

/** The provider it was sent to, or the specialty. */
export function referredTo({
  referredToName,
  specialtyName,
}: Pick<ReferralListItem, 'referredToName' | 'specialtyName'>): string {
  return referredToName ?? (specialtyName === null ? 'No provider yet' : `Any ${specialtyName}`);
}

/** Whether a visit is after its referral's due time. */
export const isAfterDue = (appointmentTime: string, dueAt: string): boolean =>
  Date.parse(appointmentTime) > Date.parse(dueAt);
