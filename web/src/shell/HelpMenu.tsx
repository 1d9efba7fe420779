import { UnstyledButton } from '@mantine/core';
import { IconHelpCircle } from '@tabler/icons-react';
import type { ComponentProps, ReactNode } from 'react';
import { lazyMenu } from '../lib/lazyMenu.tsx';
import classes from './Shell.module.css';

const Menu = lazyMenu(async () => (await import('./HelpMenuContent.tsx')).HelpMenuContent);

/** Button that opens the help menu. */
export function HelpMenu(): ReactNode {
  return <Menu button={HelpButton} />;
}

/** The menu's target; the menu adds its attributes. */
function HelpButton(props: ComponentProps<'button'>): ReactNode {
  return (
    <UnstyledButton {...props} className={classes['link']}>
      <IconHelpCircle size={22} stroke={1.6} aria-hidden />
      <span>Help</span>
    </UnstyledButton>
  );
}
