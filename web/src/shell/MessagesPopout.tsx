import { UnstyledButton } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { lazy, Suspense, useState, type ComponentProps, type ReactNode } from 'react';
import { useSession } from '../session/useSession.ts';
import { loadChunk } from './loadChunk.ts';
import classes from './Shell.module.css';

const importContent = () => import('./MessagesPopoutContent.tsx');
const Content = lazy(async () => ({ default: (await loadChunk(importContent)).MessagesPopoutContent }));

/** Behind Messages, for who can act for others: whose messages wait (specification 1, section 2). */
export function MessagesPopout(): ReactNode {
  const { user } = useSession();
  const [isWanted, setWanted] = useState(false);
  if (user.usersToImpersonate.length === 0) return null;
  const button = (
    <PopoutButton
      aria-haspopup="menu"
      aria-expanded={false}
      onClick={() => setWanted(true)}
      onPointerEnter={() => void importContent().catch(() => undefined)}
    />
  );
  if (!isWanted) return button;
  return (
    <Suspense fallback={button}>
      <Content target={<PopoutButton />} />
    </Suspense>
  );
}

function PopoutButton(props: ComponentProps<'button'>): ReactNode {
  return (
    <UnstyledButton className={classes['popout']} aria-label="Whose messages" {...props}>
      <IconChevronRight size={14} aria-hidden />
    </UnstyledButton>
  );
}
