import { useEffect, useState, useSyncExternalStore } from 'react';

// Which dialogs are open, the topmost last: Escape closes only that one, and single-key shortcuts rest meanwhile.

let stack: readonly symbol[] = [];
const listeners = new Set<() => void>();

function setStack(next: readonly symbol[]): void {
  stack = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether any dialog is open. */
export function isDialogOpen(): boolean {
  return stack.length > 0;
}

/** Takes part in the stack while `opened`; answers whether this dialog is the topmost. */
export function useIsTopDialog(opened: boolean): boolean {
  const [key] = useState(() => Symbol('dialog'));
  useEffect(() => {
    if (!opened) return;
    setStack([...stack, key]);
    return () => setStack(stack.filter((one) => one !== key));
  }, [opened, key]);
  return useSyncExternalStore(subscribe, () => stack.at(-1) === key);
}
