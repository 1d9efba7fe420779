import type { Referral, ReferralEvent } from '@careloop/contracts/referrals';
import { List } from '@mantine/core';
import type { ReactNode } from 'react';
import { Callout } from '../../../../ui/Callout.tsx';
import { formatDateTime } from '../../../../ui/dates.ts';
import { changeText } from '../changeTexts.ts';

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
