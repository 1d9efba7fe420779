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
