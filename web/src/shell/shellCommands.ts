import { useMantineColorScheme } from '@mantine/core';
import type { Command } from '../ui/commands.ts';
import { leave } from './leave.ts';
import { showShellDialog } from './shellDialogs.tsx';
import { openSupportRequest } from './support.ts';

/** What can be done on every screen. */
export function useShellCommands(): readonly Command[] {
  const { setColorScheme } = useMantineColorScheme();
  return [
    { label: 'Submit a Support Request', keywords: 'help contact problem', run: () => openSupportRequest() },
    { label: 'Keyboard shortcuts', keywords: 'help keys', run: () => showShellDialog('shortcuts') },
    { label: 'Application details', keywords: 'about version help', run: () => showShellDialog('details') },
    { label: 'Light appearance', keywords: 'theme bright', run: () => setColorScheme('light') },
    { label: 'Dark appearance', keywords: 'theme night', run: () => setColorScheme('dark') },
    { label: 'Appearance like the system', keywords: 'theme auto', run: () => setColorScheme('auto') },
    { label: 'Sign out', keywords: 'log out logout leave', run: () => void leave() },
  ];
}
