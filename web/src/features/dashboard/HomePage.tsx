import { getDashboard, type Dashboard, type WaitingForOther } from '@careloop/contracts/dashboard';
import type { ReferralListItem } from '@careloop/contracts/referrals';
import { Group, Text, Title } from '@mantine/core';
import { IconArrowsExchange } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, type CSSProperties, type ReactNode } from 'react';
import { queryOf } from '../../api/query.ts';
import { useSession } from '../../session/useSession.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { QueryState } from '../../ui/QueryState.tsx';
import { ListSkeleton } from '../../ui/Skeletons.tsx';
import { ReferralListRow } from '../referrals/shared/ReferralListRow.tsx';
import { Card } from './Card.tsx';
import { FindPatient } from './FindPatient.tsx';
import classes from './HomePage.module.css';
import { LatestAnswers, LatestDocuments, Today } from './MyPatientsToday.tsx';
import { NeedsMe, UrgentList } from './NeedsMe.tsx';

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
          <NeedsMe
            dashboard={dashboard}
            forOthers={others.length > 0 && <ForOthers others={others} othersWaitingCount={othersWaitingCount} />}
          />
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

/** The user's newest referrals, each with a link. */
function LatestReferrals({ referrals }: { referrals: readonly ReferralListItem[] }): ReactNode {
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

/** Referrals, each with a link. */
function ReferralLinks({ referrals }: { referrals: readonly ReferralListItem[] }): ReactNode {
  return (
    <ul className={classes.rows}>
      {referrals.map((referral) => (
        <li key={referral.referralId}>
          <Link to="/Referrals" search={{ referralId: referral.referralId }} className={classes.row}>
            <ReferralListRow item={referral} />
          </Link>
        </li>
      ))}
    </ul>
  );
}

const parts = ({ urgentItemCount, dueTaskCount, unreadMessageCount }: WaitingForOther) =>
  [
    urgentItemCount > 0 && `${urgentItemCount} STAT or overdue`,
    dueTaskCount > 0 && `${dueTaskCount} ${dueTaskCount === 1 ? 'task' : 'tasks'} due`,
    unreadMessageCount > 0 && `${unreadMessageCount} unread`,
  ].filter(Boolean);

/** Pending work of the people the user may act for; a name starts acting for that person. */
function ForOthers({ others, othersWaitingCount }: Pick<Dashboard, 'others' | 'othersWaitingCount'>): ReactNode {
  const more = othersWaitingCount - others.length;
  return (
    <Card title="For others">
      <ul className={classes.rows}>
        {others.map((person) => (
          <li key={person.userId}>
            <Link to="/" search={{ onBehalfOfUserId: person.userId }} className={classes.row}>
              <Group justify="space-between" gap="0 var(--mantine-spacing-sm)">
                <Text span fw={600}>
                  {person.fullName}
                </Text>
                <Text span fz="sm" c="dimmed">
                  {parts(person).join(' · ') || 'Nothing is waiting'}
                </Text>
              </Group>
            </Link>
            {person.urgentItems.length > 0 && (
              <UrgentList
                items={person.urgentItems}
                count={person.urgentItemCount}
                className={classes.ofOther}
                aria-label={`STAT and overdue for ${person.fullName}`}
              />
            )}
          </li>
        ))}
        {more > 0 && (
          <li className={classes.row}>
            and {more} more with pending work: choose them under “Work as” in the user menu
          </li>
        )}
      </ul>
    </Card>
  );
}

/** Maximum number of tiles in one row; more would be too narrow to read. */
const maxInRow = 6;

/** Number of tiles per row, in a wide and a narrow window. */
function rowsOf(count: number): CSSProperties {
  const half = Math.ceil(count / 2);
  return { '--in-row': count > maxInRow ? half : count, '--in-half': count > 3 ? half : count } as CSSProperties;
}

/** Open items of each queue; a tile opens the items it counts. */
function QueueTiles({ queues }: { queues: NonNullable<Dashboard['queues']> }): ReactNode {
  if (queues.length === 0) return null;
  return (
    <section aria-label="Work queues" className={classes.tilesPlace}>
      <ul className={classes.tiles} style={rowsOf(queues.length)}>
        {queues.map((queue) => (
          <li key={queue.workQueueId}>
            <Link to="/WorkQueues" search={{ workQueueId: queue.workQueueId }} className={classes.tile}>
              <Text span fz="sm">
                {queue.name}
              </Text>
              <span>
                <span className={classes.number} data-none={queue.openCount === 0 || undefined}>
                  {queue.openCount}
                </span>{' '}
                <Text span fz="xs" c="dimmed">
                  open
                </Text>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
