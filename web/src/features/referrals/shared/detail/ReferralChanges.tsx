import type { Referral, ReferralEvent } from '@careloop/contracts/referrals';
import type { ReferralChange } from '@careloop/contracts/referrals/story';
import { List } from '@mantine/core';
import type { ReactNode } from 'react';
import { Callout } from '../../../../ui/Callout.tsx';
import { formatDateTime } from '../../../../ui/dates.ts';

/** Changes of an update, one per line. */
export function ChangeList({ changes }: { changes: ReferralEvent['changes'] }): ReactNode {
  return (
    <List spacing={2} fz="sm">
      {changes.map((change) => (
        <List.Item key={change.field}>{changeText(change)}</List.Item>
      ))}
    </List>
  );
}

/** For the user who answers a referral: what the referring side changed since it was sent, or since it was accepted. */
export function ReferralChanges({ referral }: { referral: Referral }): ReactNode {
  if (referral.can.decline !== true) return null;
  const { timeline } = referral;
  const since = timeline.findLastIndex(({ action }) => action !== 'updated' && action !== 'commented');
  const updates = timeline.slice(since + 1).filter(({ action }) => action === 'updated');
  return updates.map(({ referralEventId, userFullName, occurredAt, changes }) => (
    <Callout key={referralEventId} tone="warning" title={`Changed by ${userFullName} on ${formatDateTime(occurredAt)}`}>
      <ChangeList changes={changes} />
    </Callout>
  ));
}

const labels: Record<ReferralChange['field'], string> = {
  provider: 'Provider',
  address: 'Address',
  specialty: 'Specialty',
  referredBy: 'Referred by',
  notPreferredReason: 'Reason for this provider',
  providerSelectionReason: 'Provider selection reason',
  recordScope: 'Accepting opens',
  referralType: 'Referral type',
  referralReason: 'Referral reason',
  urgency: 'Urgency',
  dueAt: 'Due',
  diagnosis: 'Diagnosis',
  additionalInfo: 'Additional info',
  authorizationCode: 'Authorization code',
  caregiverName: 'Caregiver',
  cellPhone: 'Cell phone',
  givenSmsConsent: 'SMS consent',
  records: 'Records',
};

/** "Urgency: Urgent → STAT". */
function changeText({ field, from, to }: ReferralChange): string {
  const label = labels[field];
  if (field === 'dueAt') {
    const before = from === null ? '' : `${formatDateTime(from)} → `;
    return to === null ? label : `${label}: ${before}${formatDateTime(to)}, counted from this change`;
  }
  if (field === 'records') {
    const parts = [to && `added ${to}`, from && `removed ${from}`];
    return `${label}: ${parts.filter(Boolean).join('; ')}`;
  }
  return `${label}: ${from ?? 'none'} → ${to ?? 'none'}`;
}
