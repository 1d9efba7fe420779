import { allOf } from '@careloop/contracts/access';
import { Text, Title } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useSession } from '../../session/useSession.ts';
import { FindPatient } from './FindPatient.tsx';
import classes from './HomePage.module.css';
import { LatestReferrals } from './LatestReferrals.tsx';
import { OverdueReferrals } from './OverdueReferrals.tsx';
import { QueueTiles } from './QueueTiles.tsx';

function greetingAt(hour: number): string {
  if (hour < 12) return 'Good morning';
  return hour < 18 ? 'Good afternoon' : 'Good evening';
}

/** Where the day starts: what waits, a patient to find, what happened last. */
export function HomePage(): ReactNode {
  const { user, can } = useSession();
  const [now] = useState(() => new Date());
  const today = now.toLocaleDateString('en-US', { weekday: 'long', month: 'long', day: 'numeric', year: 'numeric' });
  return (
    <div className={classes.page}>
      <header className={classes.header}>
        <Title order={1}>
          {greetingAt(now.getHours())}, {user.firstName}
        </Title>
        <Text c="dimmed">{today}</Text>
      </header>
      {can(allOf('ManageWorkQueues')) && <QueueTiles />}
      <div className={classes.columns}>
        <div className={classes.column}>
          <FindPatient />
          <OverdueReferrals />
        </div>
        <LatestReferrals />
      </div>
    </div>
  );
}
