import { listReferrals } from '@careloop/contracts/referrals';
import { Title } from '@mantine/core';
import { IconMoodSmile } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { pagesOf, queryOf } from '../../api/query.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { ListSkeleton } from '../../ui/Skeletons.tsx';
import classes from './HomePage.module.css';
import { ReferralLinks } from './ReferralLinks.tsx';

/** Open referrals whose due time has passed. */
export function OverdueReferrals(): ReactNode {
  return (
    <section aria-labelledby="overdue-referrals" className={classes.card}>
      <div className={classes.cardHead}>
        <Title order={2} id="overdue-referrals">
          Overdue referrals
        </Title>
        <Link to="/Referrals" search={{ status: 'overdue' }}>
          All overdue
        </Link>
      </div>
      <Rows />
    </section>
  );
}

function Rows(): ReactNode {
  // One list at a time: the latest referrals stand beside it.
  const latest = useInfiniteQuery(pagesOf(listReferrals, {}));
  const query = useQuery({ ...queryOf(listReferrals, { status: 'overdue' }), enabled: !latest.isPending });
  if (query.isPending) return <ListSkeleton count={3} />;
  if (query.data === undefined)
    return <ErrorState size="small" error={query.error} onRetry={() => void query.refetch()} />;
  if (query.data.items.length === 0) {
    return <EmptyState icon={<IconMoodSmile size={24} />} title="Nothing is overdue" />;
  }
  return <ReferralLinks referrals={query.data.items.slice(0, 5)} />;
}
