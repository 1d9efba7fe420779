import { getImpersonatableUsers } from '@careloop/contracts/directory';
import type { CallOf } from '@careloop/contracts/endpoint';
import { Menu } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { queryOf } from '../api/query.ts';
import { useSession } from '../session/useSession.ts';
import classes from './Shell.module.css';

/** Everybody the user may act for, whomever they act for at the moment. */
const everybodysUnread = queryOf(getImpersonatableUsers, {
  includeUnreadMessageCounts: true,
  onBehalfOfUserId: undefined,
} as CallOf<typeof getImpersonatableUsers>);

/** Whose messages wait, and how many: one's own, and those of everybody one can act for. */
export function MessagesPopoutContent({ target }: { target: ReactNode }): ReactNode {
  const { user } = useSession();
  const { data } = useQuery({ ...everybodysUnread, staleTime: 0 });
  const counts = new Map(data?.users.map(({ userId, unreadMessageCount }) => [userId, unreadMessageCount]));
  const others = user.usersToImpersonate.filter(({ proxiedUserId }) => counts.get(proxiedUserId) !== null);
  return (
    <Menu position="right-start" width={240} withInitialFocusPlaceholder={false} defaultOpened>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Unread messages</Menu.Label>
        <Row name="Me" userId={undefined} count={counts.get(user.userId)} />
        {others.map(({ proxiedUserId, firstName, lastName }) => (
          <Row
            key={proxiedUserId}
            name={`${firstName} ${lastName}`}
            userId={proxiedUserId}
            count={counts.get(proxiedUserId)}
          />
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

interface RowProps {
  name: string;
  userId: number | undefined;
  count: number | null | undefined;
}

function Row({ name, userId, count }: RowProps): ReactNode {
  const hasUnread = (count ?? 0) > 0;
  return (
    <Menu.Item
      renderRoot={(props) => <Link {...props} to="/Messages" search={{ onBehalfOfUserId: userId }} />}
      rightSection={
        <span className={classes['popoutCount']} data-unread={hasUnread || undefined}>
          {count ?? 0}
          <span className="visually-hidden"> unread</span>
        </span>
      }
    >
      {name}
    </Menu.Item>
  );
}
