import type { Dashboard, WaitingForOther } from '@careloop/contracts/dashboard';
import { Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Card } from './Card.tsx';
import classes from './HomePage.module.css';

const parts = ({ urgentItemCount, dueTaskCount, unreadMessageCount }: WaitingForOther) =>
  [
    urgentItemCount > 0 && `${urgentItemCount} STAT or overdue`,
    dueTaskCount > 0 && `${dueTaskCount} ${dueTaskCount === 1 ? 'task' : 'tasks'} due`,
    unreadMessageCount > 0 && `${unreadMessageCount} unread`,
  ].filter(Boolean);

/** Pending work of the people the user may act for; a row starts acting for that person. */
export function ForOthers({ others, othersWaitingCount }: Pick<Dashboard, 'others' | 'othersWaitingCount'>): ReactNode {
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
