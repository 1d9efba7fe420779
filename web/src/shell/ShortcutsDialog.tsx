import { Button, Kbd } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { Dialog } from '../ui/Dialog.tsx';
import { useShortcut, useShortcuts, type Shortcut } from '../ui/shortcuts.ts';
import classes from './Shell.module.css';

const everywhere: readonly Shortcut[] = [
  { key: '↑ ↓', label: 'Move in a list' },
  { key: 'Enter', label: 'Open the item' },
  { key: 'Esc', label: 'Close the dialog or clear the search' },
];

/** `?` lists the keys that work on this screen. */
export function ShortcutsDialog(): ReactNode {
  const [opened, setOpened] = useState(false);
  const shortcuts = useShortcuts();
  useShortcut('?', 'Keyboard shortcuts', () => setOpened(true));
  return (
    <Dialog
      opened={opened}
      onClose={() => setOpened(false)}
      title="Keyboard shortcuts"
      size={400}
      footer={
        <Button variant="default" onClick={() => setOpened(false)} data-autofocus>
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
