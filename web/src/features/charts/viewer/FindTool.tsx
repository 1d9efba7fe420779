import { useWindowEvent } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { isDialogOpen } from '../../../ui/dialogStack.ts';
import { useShortcut } from '../../../ui/shortcuts.ts';
import type { Find } from './find.ts';
import { Tool } from './ViewerTools.tsx';

/** Opens the find bar, by its button or a key. */
export function FindTool({ find }: { find: Find }): ReactNode {
  useShortcut('/', 'Find in document', find.open);
  // Replaces the browser's own search, which sees only the pages near the view.
  useWindowEvent('keydown', (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'f' || isDialogOpen()) return;
    event.preventDefault();
    find.open();
  });
  return <Tool label="Find in document" icon={IconSearch} isPressed={find.isOpen} onClick={find.open} />;
}
