import { listReferrals } from '@careloop/contracts/referrals';
import { Title } from '@mantine/core';
import { IconArrowsExchange } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { pagesOf } from '../../api/query.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { ListSkeleton } from '../../ui/Skeletons.tsx';
import classes from './HomePage.module.css';
import { ReferralLinks } from './ReferralLinks.tsx';

const shownReferrals = 8;

/** The newest referrals of the user, each a click away. Shares its answer with the Referrals screen. */
export function LatestReferrals(): ReactNode {
  return (
    <section aria-labelledby="latest-referrals" className={classes.card}>
      <div className={classes.cardHead}>
        <Title order={2} id="latest-referrals">
          Latest referrals
        </Title>
        <Link to="/Referrals">All referrals</Link>
      </div>
      <Rows />
    </section>
  );
}

function Rows(): ReactNode {
  const query = useInfiniteQuery(pagesOf(listReferrals, {}));
  if (query.isPending) return <ListSkeleton count={4} />;
  if (query.data === undefined)
    return <ErrorState size="small" error={query.error} onRetry={() => void query.refetch()} />;
  const referrals = query.data.pages.flatMap((page) => page.items).slice(0, shownReferrals);
  if (referrals.length === 0) {
    return (
      <EmptyState
        icon={<IconArrowsExchange size={24} />}
        title="No referrals yet"
        text="Open a patient and choose New referral to send the first one."
      />
    );
  }
  return <ReferralLinks referrals={referrals} />;
}
