import { UnstyledButton } from '@mantine/core';
import { IconHelpCircle } from '@tabler/icons-react';
import { lazy, Suspense, useState, type ComponentProps, type ReactNode } from 'react';
import { loadChunk } from './loadChunk.ts';
import classes from './Shell.module.css';

const importMenu = () => import('./HelpMenuContent.tsx');
const HelpMenuContent = lazy(async () => ({ default: (await loadChunk(importMenu)).HelpMenuContent }));

/** The way to those who can help, and behind it the menu, whose code comes when it is wanted. */
export function HelpMenu(): ReactNode {
  const [isWanted, setWanted] = useState(false);
  const button = (
    <HelpButton
      aria-haspopup="menu"
      aria-expanded={false}
      onClick={() => setWanted(true)}
      onPointerEnter={() => void importMenu().catch(() => undefined)}
    />
  );
  if (!isWanted) return button;
  return (
    <Suspense fallback={button}>
      <HelpMenuContent target={<HelpButton />} />
    </Suspense>
  );
}

/** What is pressed; the menu gives it its attributes. */
function HelpButton(props: ComponentProps<'button'>): ReactNode {
  return (
    <UnstyledButton {...props} className={classes['link']}>
      <IconHelpCircle size={22} stroke={1.6} aria-hidden />
      <span>Help</span>
    </UnstyledButton>
  );
}
