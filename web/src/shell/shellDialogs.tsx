import { useState, type ReactNode } from 'react';
import { lazyPart } from '../lib/lazyPart.tsx';
import { createStore, useStore } from '../lib/store.ts';

/** The shell's own dialogs, opened from menus, shortcuts and the palette. */
export type ShellDialog = 'details' | 'shortcuts';

const parts = {
  details: lazyPart(async () => (await import('./AppDetailsDialog.tsx')).AppDetailsDialog),
  shortcuts: lazyPart(async () => (await import('./ShortcutsDialog.tsx')).ShortcutsDialog),
} as const;

const shown = createStore<ShellDialog | undefined>(undefined);

export const showShellDialog = (name: ShellDialog): void => shown.set(name);

/** Shows the dialog opened by `showShellDialog()`. Render it once, in the shell. */
export function ShellDialogs(): ReactNode {
  const name = useStore(shown);
  // Keeps the last dialog while it fades out.
  const [last, setLast] = useState(name);
  if (name !== undefined && name !== last) setLast(name);
  if (last === undefined) return null;
  const Part = parts[last];
  return <Part opened={name === last} onClose={() => shown.set(undefined)} />;
}
