import { getDashboard, type Dashboard } from '@careloop/contracts/dashboard';
import { Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { queryOf } from '../../api/query.ts';
import { useSession } from '../../session/useSession.ts';
import { QueryState } from '../../ui/QueryState.tsx';
import { ListSkeleton } from '../../ui/Skeletons.tsx';
import { FindPatient } from './FindPatient.tsx';
import classes from './HomePage.module.css';
import { LatestReferrals } from './LatestReferrals.tsx';
import { LatestAnswers, LatestDocuments, Today } from './MyPatientsToday.tsx';
import { NeedsMe } from './NeedsMe.tsx';
import { ForOthers } from './ForOthers.tsx';
import { QueueTiles } from './QueueTiles.tsx';

function greetingAt(hour: number): string {
  if (hour < 12) return 'Good morning';
  return hour < 18 ? 'Good afternoon' : 'Good evening';
}

const { timeZone } = Intl.DateTimeFormat().resolvedOptions();

/** Home: what needs the user now, their queues, their patients' day, patient search, and recent activity. */
export function HomePage(): ReactNode {
  const { user } = useSession();
  const [openedAt] = useState(() => Date.now());
  const query = useQuery(queryOf(getDashboard, { timeZone }));
  // The day that the shown data is about: the page may stay open past midnight.
  const now = new Date(Math.max(openedAt, query.dataUpdatedAt));
  const today = now.toLocaleDateString('en-US', { weekday: 'long', month: 'long', day: 'numeric', year: 'numeric' });
  return (
    <div className={classes.page}>
      <header className={classes.header}>
        <Title order={1}>
          {greetingAt(now.getHours())}, {user.firstName}
        </Title>
        <Text c="dimmed">{today}</Text>
      </header>
      {/* Nothing else is shown while loading, because it would move. */}
      <QueryState query={query} loading={<ListSkeleton count={10} />}>
        {(dashboard) => <Parts dashboard={dashboard} />}
      </QueryState>
    </div>
  );
}

function Parts({ dashboard }: { dashboard: Dashboard }): ReactNode {
  const { queues, myPatients, others, othersWaitingCount, answers, latestReferrals } = dashboard;
  return (
    <>
      {queues !== null && <QueueTiles queues={queues} />}
      <div className={classes.columns}>
        <div className={classes.column}>
          <NeedsMe dashboard={dashboard} />
          {others.length > 0 && <ForOthers others={others} othersWaitingCount={othersWaitingCount} />}
          <FindPatient />
          {myPatients !== null && <Today {...myPatients} />}
        </div>
        <div className={classes.column}>
          <LatestReferrals referrals={latestReferrals} />
          {answers.length > 0 && <LatestAnswers answers={answers} />}
          {myPatients !== null && myPatients.documents.length > 0 && (
            <LatestDocuments documents={myPatients.documents} />
          )}
        </div>
      </div>
    </>
  );
}
