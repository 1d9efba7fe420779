import { noticeText } from '../../core/integrations/mailText.ts';
import type { MailText, Portal } from '../../core/integrations/mailText.ts';

export function accessRequestText(portal: Portal, fullName: string): MailText {
  return noticeText(portal, {
    subject: 'Request for access to answer',
    fullName,
    text: 'A request for access to a patient is waiting for your answer.',
    path: '/AccessRequests',
    purpose: 'read the request',
  });
}

interface TeamMember {
  firstName: string;
  lastName: string;
  patientId: number;
}

/** To a member of the care team. */
export function emergencyAccessText(portal: Portal, { firstName, lastName, patientId }: TeamMember): MailText {
  return noticeText(portal, {
    subject: 'Emergency access to a patient',
    fullName: `${firstName} ${lastName}`,
    text: 'Someone opened the record of a patient on your care teams with emergency access.',
    path: `/Patient/${patientId}?section=careTeam`,
    linkLabel: 'See who and why',
  });
}
