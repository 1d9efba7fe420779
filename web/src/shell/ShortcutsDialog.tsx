import { Button, Kbd } from '@mantine/core';
import type { ReactNode } from 'react';
import { Dialog } from '../ui/Dialog.tsx';
import { useShortcuts, type Shortcut } from '../ui/shortcuts.ts';
import classes from './ShortcutsDialog.module.css';

const everywhere: readonly Shortcut[] = [
  { key: 'Ctrl K', label: 'Find a patient, a screen or an action' },
  { key: '↑ ↓', label: 'Move in a list' },
  { key: 'Enter', label: 'Open the item' },
  { key: 'Esc', label: 'Close the dialog or clear the search' },
];

/** Lists the shortcuts of the current screen. */
export function ShortcutsDialog({ opened, onClose }: { opened: boolean; onClose: () => void }): ReactNode {
  const shortcuts = useShortcuts();
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title="Keyboard shortcuts"
      size={420}
      footer={
        <Button variant="default" onClick={onClose} data-autofocus>
          Close
        </Button>
      }
    >
      <dl className={classes['keys']}>
        {[...shortcuts, ...everywhere].map(({ key, label }) => (
          <div key={key}>
            <dt>{label}</dt>
            <dd>
              {key.split(' ').map((one) => (
                <Kbd key={one}>{one}</Kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
