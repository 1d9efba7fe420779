import type { ReferralListItem } from '@careloop/contracts/referrals';
import { IconArrowsExchange } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ListSkeleton } from '../../ui/Skeletons.tsx';
import { Card } from './Card.tsx';
import { ReferralLinks } from './ReferralLinks.tsx';

/** The newest referrals of the user, each a click away; undefined while they load. */
export function LatestReferrals({ referrals }: { referrals: readonly ReferralListItem[] | undefined }): ReactNode {
  return (
    <Card title="Latest referrals" link={<Link to="/Referrals">All referrals</Link>}>
      {referrals === undefined && <ListSkeleton count={4} />}
      {referrals?.length === 0 && (
        <EmptyState
          icon={<IconArrowsExchange size={24} />}
          title="No referrals yet"
          text="Open a patient and choose New referral to send the first one."
        />
      )}
      {referrals !== undefined && referrals.length > 0 && <ReferralLinks referrals={referrals} />}
    </Card>
  );
}
