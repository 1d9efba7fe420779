import type { Referral } from '@careloop/contracts/referrals';

/**
 * What the other side sees of an answer, and what it opens.
 * @param isReceiver the referral was sent to the user, who may also act for somebody it was sent to
 */
export function answerConsequence(
  referral: Referral,
  isAccepting: boolean | null,
  isReceiver: boolean,
): string | undefined {
  if (isAccepting === null) return undefined;
  if (referral.isAnsweredByCoordinators) return 'The referring side sees right away what you record for the office.';
  if (!isAccepting) {
    return 'The referring side is notified right away, with your reason. You keep what was sent to you, but see nothing added later.';
  }
  if (referral.status === 'accepted') return 'The referring side sees the appointment right away.';
  if (referral.recordScope === 'attached') {
    const sees = isReceiver ? 'You see' : `${referral.referredToName ?? 'The provider'} sees`;
    return `The referring side is notified right away. ${sees} this referral and what is attached to it, not the rest of the record.`;
  }
  const joins = isReceiver ? 'you join' : `${referral.referredToName ?? 'the provider'} joins`;
  return `The referring side is notified right away, and ${joins} the patient’s care team, which opens the whole record.`;
}
