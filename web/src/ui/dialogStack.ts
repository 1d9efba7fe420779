import { useLayoutEffect, useState } from 'react';
import { createStore, useStore } from '../lib/store.ts';
import { focusPlace, placeOf, type Place } from './keptFocus.ts';
import { sending } from './sending.ts';

// Stack of open dialogs, topmost last. Escape closes only the topmost, single-key shortcuts are off while one is open, and
// the focus returns when it closes. The library restores the focus only for dialogs that stay mounted while closed.

interface OpenDialog {
  key: symbol;
  /** In milliseconds since 1970. */
  openedAt: number;
  /** Places to return the focus to; later ones are used if the earlier ones are gone. */
  openers: readonly Place[];
}

const stack = createStore<readonly OpenDialog[]>([]);
/**
 * Openers of the dialogs that closed in the current commit. A dialog that opens in the same commit replaces them and
 * returns the focus to their openers.
 */
let returning: OpenDialog['openers'] = [];

function open(key: symbol): void {
  const openers = returning.length > 0 ? returning : [placeOf(document.activeElement)];
  returning = [];
  stack.set([...stack.get(), { key, openedAt: Date.now(), openers }]);
}

function close(key: symbol): void {
  const dialogs = stack.get();
  const index = dialogs.findIndex((dialog) => dialog.key === key);
  const openers = dialogs[index]?.openers ?? [];
  const above = dialogs[index + 1];
  // The opener of the dialog above disappears with this dialog.
  if (above !== undefined) above.openers = [...above.openers, ...openers];
  else {
    returning = [...returning, ...openers];
    // After the commit, because React restores the previous focus during it.
    queueMicrotask(returnFocus);
  }
  stack.set(dialogs.filter((dialog) => dialog.key !== key));
}

/**
 * Returns the focus to the dialog's opener, or if that is gone to what is left around it. Leaves it alone if the user moved it
 * elsewhere.
 */
function returnFocus(): void {
  const openers = returning;
  returning = [];
  const focused = document.activeElement;
  const isElsewhere = focused !== null && focused !== document.body && focused.closest('[role=dialog]') === null;
  if (openers.length === 0 || isElsewhere) return;
  if (openers.some(focusPlace)) return;
  if (stack.get().length === 0) document.querySelector('main')?.focus({ preventScroll: true });
}

/** Whether any dialog is open. */
export function isDialogOpen(): boolean {
  return stack.get().length > 0;
}

export function useIsDialogOpen(): boolean {
  return useStore(stack, (dialogs) => dialogs.length > 0);
}

/** Whether something that was sent since then is still unanswered. */
const isSendingSince = (time: number) => sending.get().some(({ begunAt }) => begunAt >= time);

/** When the dialog opened that cannot be left because it is sending; undefined if there is none. */
export function sendingDialogOpenedAt(): number | undefined {
  return stack.get().find(({ openedAt }) => isSendingSince(openedAt))?.openedAt;
}

interface StackedDialog {
  isTop: boolean;
  /** When it opened. */
  openedAt: number | undefined;
  /** Whether it cannot be left: what was sent from it is still unanswered. */
  isSending: boolean;
}

/** Adds the dialog to the stack while `opened`. */
export function useStackedDialog(opened: boolean): StackedDialog {
  const [key] = useState(() => Symbol('dialog'));
  // A layout effect, so that it runs before the dialog takes the focus.
  useLayoutEffect(() => {
    if (!opened) return;
    open(key);
    return () => close(key);
  }, [opened, key]);
  const isTop = useStore(stack, (dialogs) => dialogs.at(-1)?.key === key);
  const openedAt = useStore(stack, (dialogs) => dialogs.find((dialog) => dialog.key === key)?.openedAt);
  const isSending = useStore(sending, () => openedAt !== undefined && isSendingSince(openedAt));
  return { isTop, openedAt, isSending };
}

/** When the first dialog opened above the one that opened at `openedAt`, or above the page (0). */
export function useCoveredAt(openedAt: number): number {
  return useStore(stack, (dialogs) => dialogs.find((dialog) => dialog.openedAt > openedAt)?.openedAt ?? Infinity);
}
