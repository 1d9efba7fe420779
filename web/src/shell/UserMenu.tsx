import { UnstyledButton } from '@mantine/core';
import type { ComponentProps, ReactNode } from 'react';
import { useSession } from '../session/useSession.ts';
import { useActingFor } from './actingFor.ts';
import { lazyMenu } from '../lib/lazyMenu.tsx';
import classes from './Shell.module.css';

const Menu = lazyMenu(async () => (await import('./UserMenuContent.tsx')).UserMenuContent);

/** Button with the signed-in user and the person they act for; opens the user menu. */
export function UserMenu(): ReactNode {
  return <Menu button={UserButton} />;
}

/** The menu's target; the menu adds its attributes. */
function UserButton({ className = '', ...props }: ComponentProps<'button'>): ReactNode {
  const { user } = useSession();
  const acting = useActingFor();
  return (
    <UnstyledButton className={`${classes['user']} ${className}`} {...props}>
      <span className={classes['initials']} aria-hidden>
        {user.firstName.charAt(0)}
        {user.lastName.charAt(0)}
      </span>
      <span className={classes['userName']}>{user.firstName}</span>
      <span className="visually-hidden">{user.lastName}: account and settings</span>
      {acting !== undefined && (
        <span className={classes['acting']}>
          as {acting.firstName} {acting.lastName}
        </span>
      )}
    </UnstyledButton>
  );
}
