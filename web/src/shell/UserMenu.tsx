import { UnstyledButton } from '@mantine/core';
import { lazy, Suspense, useState, type ComponentProps, type ReactNode } from 'react';
import { useSession } from '../session/useSession.ts';
import { useActingFor } from './actingFor.ts';
import { loadChunk } from './loadChunk.ts';
import classes from './Shell.module.css';

const importMenu = () => import('./UserMenuContent.tsx');
const UserMenuContent = lazy(async () => ({ default: (await loadChunk(importMenu)).UserMenuContent }));

/** Who is signed in, in whose name they work, and behind it their menu, whose code comes when it is wanted. */
export function UserMenu(): ReactNode {
  const [isWanted, setWanted] = useState(false);
  const button = (
    <UserButton
      aria-haspopup="menu"
      aria-expanded={false}
      onClick={() => setWanted(true)}
      onPointerEnter={() => void importMenu().catch(() => undefined)}
    />
  );
  if (!isWanted) return button;
  return (
    <Suspense fallback={button}>
      <UserMenuContent target={<UserButton />} />
    </Suspense>
  );
}

/** What is pressed; the menu gives it its attributes. */
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
