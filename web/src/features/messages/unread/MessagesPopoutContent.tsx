import { Menu } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { LazyMenuContentProps } from '../../../ui/lazyMenu.tsx';
import classes from './MessagesPopout.module.css';
import { useUnreadByPerson, type UnreadOf } from './unreadByPerson.ts';

/** Unread counts of the user and of everyone they can act for. */
export function MessagesPopoutContent({ target, menu }: LazyMenuContentProps): ReactNode {
  return (
    <Menu position="right-start" width={240} {...menu}>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Unread messages</Menu.Label>
        {useUnreadByPerson().map((person) => (
          <Row key={person.userId ?? 'me'} {...person} />
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function Row({ userId, name, count }: UnreadOf): ReactNode {
  return (
    <Menu.Item
      renderRoot={(props) => <Link {...props} to="/Messages" search={{ onBehalfOfUserId: userId }} />}
      rightSection={
        <span className={classes['count']} data-unread={count > 0 || undefined}>
          {count}
          <span className="visually-hidden"> unread</span>
        </span>
      }
    >
      {name}
    </Menu.Item>
  );
}
