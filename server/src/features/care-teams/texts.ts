import { noticeText } from '../../core/integrations/mailText.ts';
import type { MailText, Portal } from '../../core/integrations/mailText.ts';

export function invitationText(portal: Portal, fullName: string): MailText {
  return noticeText(portal, {
    subject: 'Care team invitation',
    fullName,
    text: 'You were invited to a care team.',
    path: '/Patients/Invites',
    linkLabel: 'Accept or decline',
    purpose: 'read the invitation',
  });
}

/** @param through "by message" */
export function acceptedInvitationText(portal: Portal, fullName: string, through: string): MailText {
  return noticeText(portal, {
    subject: 'Care team invitation accepted',
    fullName,
    text: `You were added to a care team to which you had been invited, ${through}. The invitation is accepted; you need not answer it.`,
    path: '/Patients/Invites',
    linkLabel: 'See which care team it is',
    purpose: 'open the patient',
  });
}
