import { noticeText } from '../../core/integrations/mailText.ts';
import type { MailText, Portal } from '../../core/integrations/mailText.ts';

interface Waiting {
  userMessageId: number;
  firstName: string;
  lastName: string;
}

/** About an urgent message. */
export function unreadText(portal: Portal, { userMessageId, firstName, lastName }: Waiting): MailText {
  return noticeText(portal, {
    subject: 'Urgent message waiting',
    fullName: `${firstName} ${lastName}`,
    text: 'An urgent message to you has not been read yet.',
    path: `/Messages?userMessageId=${userMessageId}`,
    purpose: 'read it',
  });
}
