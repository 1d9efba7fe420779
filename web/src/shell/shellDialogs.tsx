import { useState, useSyncExternalStore, type ReactNode } from 'react';
import { lazyPart } from './lazyPart.tsx';

/** The shell's own dialogs. They are opened from menus, keys and the palette alike. */
export type ShellDialog = 'details' | 'shortcuts';

const parts = {
  details: lazyPart(async () => (await import('./AppDetailsDialog.tsx')).AppDetailsDialog),
  shortcuts: lazyPart(async () => (await import('./ShortcutsDialog.tsx')).ShortcutsDialog),
} as const;

let shown: ShellDialog | undefined;
const listeners = new Set<() => void>();

function setShown(next: ShellDialog | undefined): void {
  shown = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const showShellDialog = (name: ShellDialog): void => setShown(name);

/** Shows what `showShellDialog()` asked for. Once, in the shell. */
export function ShellDialogs(): ReactNode {
  const name = useSyncExternalStore(subscribe, () => shown);
  // The last one stays while it fades out.
  const [last, setLast] = useState(name);
  if (name !== undefined && name !== last) setLast(name);
  if (last === undefined) return null;
  const Part = parts[last];
  return <Part opened={name === last} onClose={() => setShown(undefined)} />;
}
