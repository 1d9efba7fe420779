import { UnstyledButton } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import type { ComponentProps, ReactNode } from 'react';
import { useSession } from '../../../session/useSession.ts';
import { useActingFor } from '../../../shell/actingFor.ts';
import { lazyMenu } from '../../../ui/lazyMenu.tsx';
import classes from './MessagesPopout.module.css';
import { useUnreadByPerson } from './unreadByPerson.ts';

const Menu = lazyMenu(async () => (await import('./MessagesPopoutContent.tsx')).MessagesPopoutContent);

/** Below the Messages link, for users who can act for others: who has unread messages (docs/domain/messages.md). */
export function MessagesPopout(): ReactNode {
  const { user } = useSession();
  return user.usersToImpersonate.length === 0 ? null : <Menu button={PopoutButton} />;
}

/** Counts the unread messages of everyone except the person that the badge above counts. */
function PopoutButton({ className = '', ...props }: ComponentProps<'button'>): ReactNode {
  const shown = useActingFor()?.proxiedUserId;
  const count = useUnreadByPerson().reduce((sum, person) => sum + (person.userId === shown ? 0 : person.count), 0);
  return (
    <UnstyledButton className={`${classes['popout']} ${className}`} {...props}>
      <span>Others</span>
      {count > 0 && (
        <span className={classes['count']} data-unread>
          {count}
          <span className="visually-hidden">{count === 1 ? ' unread message' : ' unread messages'}</span>
        </span>
      )}
      <IconChevronRight size={12} aria-hidden />
    </UnstyledButton>
  );
}
