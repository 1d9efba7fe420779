import { noticeText } from '../../core/integrations/mailText.ts';
import type { MailText, Portal } from '../../core/integrations/mailText.ts';
import type { ReceiverNotice } from './jobs.ts';

const pathOf = (referralId: number) => `/Referrals?referralId=${referralId}`;

interface ReceiverText {
  subject: string;
  text: string;
  /** What to sign in for. */
  purpose: string;
}

const receiverTexts: Record<ReceiverNotice, (urgency: string) => ReceiverText> = {
  sent: (urgency) => ({
    subject: `${urgency} referral to process`,
    text: `A new ${urgency} referral is waiting for your answer.`,
    purpose: 'read the request',
  }),
  reopened: (urgency) => ({
    subject: `${urgency} referral reopened`,
    text: `A completed ${urgency} referral was reopened and is waiting for you again.`,
    purpose: 'see why',
  }),
  urgencyRaised: (urgency) => ({
    subject: `Referral raised to ${urgency}`,
    text: `The urgency of a referral that is waiting for you was raised to ${urgency}.`,
    purpose: 'read the request',
  }),
  asked: () => ({
    subject: 'Question about a referral',
    text: 'A question about a referral is waiting for your reply.',
    purpose: 'read the question',
  }),
};

interface ReceivedReferral {
  referralId: number;
  reason: ReceiverNotice;
  urgency: string;
}

export function receiverText(
  portal: Portal,
  fullName: string,
  { referralId, reason, urgency }: ReceivedReferral,
): MailText {
  return noticeText(portal, { ...receiverTexts[reason](urgency), fullName, path: pathOf(referralId) });
}

export function canceledText(portal: Portal, fullName: string, referralId: number): MailText {
  return noticeText(portal, {
    subject: 'Referral canceled',
    fullName,
    text: 'A referral that you had accepted was canceled. Release any time you kept for the patient.',
    path: pathOf(referralId),
    purpose: 'see which referral it is',
  });
}

interface CompletedReferral {
  referralId: number;
  /** Whether the mail goes to the sender. */
  isRequester: boolean;
}

export function completedText(
  portal: Portal,
  fullName: string,
  { referralId, isRequester }: CompletedReferral,
): MailText {
  return noticeText(portal, {
    subject: 'Referral completed',
    fullName,
    text: isRequester
      ? 'A referral that you sent was completed. The receiving office left a note for you.'
      : 'A referral was completed, and its sender can no longer open it. The receiving office left a note.',
    path: pathOf(referralId),
  });
}

export function declinedText(portal: Portal, fullName: string, referralId: number): MailText {
  return noticeText(portal, {
    subject: 'Referral declined',
    fullName,
    text: 'A referral that you sent was declined. Open it to see why, and to refer the patient to another provider.',
    path: pathOf(referralId),
  });
}
