import { useMantineColorScheme } from '@mantine/core';
import type { Command } from '../ui/commands.ts';
import { useFeatures } from './features.ts';
import { leavePortal } from './leavePortal.ts';
import { showShellDialog } from './shellDialogs.tsx';

/** Commands available on every screen. */
export function useShellCommands(): readonly Command[] {
  const { setColorScheme } = useMantineColorScheme();
  const features = useFeatures();
  return [
    ...features.flatMap(({ help = [] }) => help),
    { label: 'Keyboard shortcuts', keywords: 'help keys', run: () => showShellDialog('shortcuts') },
    { label: 'Application details', keywords: 'about version help', run: () => showShellDialog('details') },
    { label: 'Light appearance', keywords: 'theme bright', run: () => setColorScheme('light') },
    { label: 'Dark appearance', keywords: 'theme night', run: () => setColorScheme('dark') },
    { label: 'Appearance: match system', keywords: 'theme auto', run: () => setColorScheme('auto') },
    { label: 'Logout', keywords: 'log out sign out leave', run: () => void leavePortal() },
  ];
}
