import type { Dashboard } from '@careloop/contracts/dashboard';

import { noticeText } from '../../core/integrations/mailText.ts';
import type { MailText, Portal } from '../../core/integrations/mailText.ts';

/** @returns null if nothing is waiting */
export function summaryText(portal: Portal, fullName: string, dashboard: Dashboard): MailText | null {
  const lines = linesOf(dashboard, `${portal.portalUrl}/provider`);
  if (lines.length === 0) return null;
  return noticeText(portal, { subject: 'Waiting for you', fullName, text: lines.join('\n') });
}

/** Counts and links of the items shown as waiting on Home. */
function linesOf(dashboard: Dashboard, portal: string): string[] {
  const counted: [number, string, string, string][] = [
    [dashboard.urgentItems?.count ?? 0, 'STAT or overdue item', 'STAT or overdue items', '/WorkQueues'],
    [dashboard.urgentConversations?.count ?? 0, 'urgent message', 'urgent messages', '/Messages'],
    [dashboard.tasks.openCount, 'open task', 'open tasks', '/Tasks'],
    [dashboard.invitationCount, 'care team invitation', 'care team invitations', '/Patients/Invites'],
    [dashboard.accessRequestCount, 'request for access', 'requests for access', '/AccessRequests'],
    [
      dashboard.unreadReferralCount,
      'referral with a new answer',
      'referrals with new answers',
      '/Referrals?unread=true',
    ],
    [
      dashboard.unreadConsultationCount,
      'consultation with a new answer',
      'consultations with new answers',
      '/Consultations?unread=true',
    ],
    [
      dashboard.failedDeliveries.count,
      'fax, message or export that may not have arrived',
      'faxes, messages or exports that may not have arrived',
      '',
    ],
    [dashboard.pendingEnrollmentCount, 'account to approve', 'accounts to approve', '/Profile'],
  ];
  return counted.flatMap(([count, one, many, path]) =>
    count === 0 ? [] : [`${count} ${count === 1 ? one : many}: ${portal}${path}`],
  );
}
