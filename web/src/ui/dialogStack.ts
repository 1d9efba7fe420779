import { useLayoutEffect, useState } from 'react';
import { createStore, useStore } from '../lib/store.ts';

// Which dialogs are open, the topmost last: Escape closes only that one, single-key shortcuts rest meanwhile, and after
// it the keyboard goes on where it was. The library gives the focus back only of dialogs that stay mounted while closed.

interface OpenDialog {
  key: symbol;
  /** Where the focus goes back to; further ones for when the first is gone by then. */
  openers: readonly (Element | null)[];
}

const stack = createStore<readonly OpenDialog[]>([]);
/** Of dialogs that closed in this very commit. One that opens in it takes their place, and gives back in theirs. */
let returning: OpenDialog['openers'] = [];

function open(key: symbol): void {
  const openers = returning.length > 0 ? returning : [document.activeElement];
  returning = [];
  stack.set([...stack.get(), { key, openers }]);
}

function close(key: symbol): void {
  const dialogs = stack.get();
  const index = dialogs.findIndex((dialog) => dialog.key === key);
  const openers = dialogs[index]?.openers ?? [];
  const above = dialogs[index + 1];
  // What the one above was opened from is gone with this one.
  if (above !== undefined) above.openers = [...above.openers, ...openers];
  else {
    returning = [...returning, ...openers];
    // After the commit: React puts the focus back to where it was before it.
    queueMicrotask(returnFocus);
  }
  stack.set(dialogs.filter((dialog) => dialog.key !== key));
}

/** To what opened the dialog, or to the page when that is gone; not away from where somebody has gone meanwhile. */
function returnFocus(): void {
  const openers = returning;
  returning = [];
  const focused = document.activeElement;
  const isElsewhere = focused !== null && focused !== document.body && focused.closest('[role=dialog]') === null;
  if (openers.length === 0 || isElsewhere) return;
  for (const opener of openers) {
    if (!(opener instanceof HTMLElement) || opener === document.body) continue;
    opener.focus({ preventScroll: true });
    if (document.activeElement === opener) return;
  }
  if (stack.get().length === 0) document.querySelector('main')?.focus({ preventScroll: true });
}

/** Whether any dialog is open. */
export function isDialogOpen(): boolean {
  return stack.get().length > 0;
}

export function useIsDialogOpen(): boolean {
  return useStore(stack, (dialogs) => dialogs.length > 0);
}

/** Takes part in the stack while `opened`; answers whether this dialog is the topmost. */
export function useIsTopDialog(opened: boolean): boolean {
  const [key] = useState(() => Symbol('dialog'));
  // As a layout effect: before the dialog takes the focus.
  useLayoutEffect(() => {
    if (!opened) return;
    open(key);
    return () => close(key);
  }, [opened, key]);
  return useStore(stack, (dialogs) => dialogs.at(-1)?.key === key);
}
