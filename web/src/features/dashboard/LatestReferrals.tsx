import type { ReferralListItem } from '@careloop/contracts/referrals';
import { IconArrowsExchange } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Card } from './Card.tsx';
import { ReferralLinks } from './ReferralLinks.tsx';

/** The user's newest referrals, each with a link. */
export function LatestReferrals({ referrals }: { referrals: readonly ReferralListItem[] }): ReactNode {
  return (
    <Card title="Latest referrals" link={<Link to="/Referrals">All referrals</Link>}>
      {referrals.length === 0 && (
        <EmptyState
          icon={<IconArrowsExchange size={24} />}
          title="No referrals yet"
          text="Open a patient and choose New referral to send the first one."
        />
      )}
      {referrals.length > 0 && <ReferralLinks referrals={referrals} />}
    </Card>
  );
}
