import { useBlocker, useRouter } from '@tanstack/react-router';
import { useRef } from 'react';
import { isAsking } from '../ui/confirm.tsx';
import { sendingDialogOpenedAt } from '../ui/dialogStack.ts';
import { mayLeave } from '../ui/dirtyGuard.ts';
import { emitHistoryMove } from '../ui/historyMoves.ts';
import { hasUnsavedChanges, hasUnsavedSince } from '../ui/unsaved.ts';

/**
 * Asks before a link, Back or a reload discards unsaved changes, and closes the dialogs of the page that Back leaves.
 * While a dialog is sending, the page stays.
 * Render it once per application.
 */
export function NavigationGuard(): null {
  const { history } = useRouter();
  /** The move the user is being asked about, and whether the address was restored meanwhile. */
  const asked = useRef<{ isUndone: boolean }>(undefined);

  /** Handles Back or Forward. The browser's address is already that of the other page. */
  const mayMove = async (): Promise<boolean> => {
    const steps = indexOf(window.history.state) - indexOf(history.location.state);
    const move = { isUndone: false };
    asked.current = move;
    const isAgreed = await mayLeave();
    asked.current = undefined;
    if (isAgreed) emitHistoryMove();
    if (!move.isUndone) return isAgreed;
    // The address is already this page's again: nothing to undo if the user stays, and the move must be repeated if they
    // leave.
    if (isAgreed) history.go(steps, { ignoreBlocker: true });
    return true;
  };
  useBlocker({
    shouldBlockFn: async ({ action }) => {
      const isMove = action !== 'PUSH' && action !== 'REPLACE';
      const openedAt = sendingDialogOpenedAt();
      // Without a question, because what it asks about is being sent. What navigates after a save has released its form.
      if (openedAt !== undefined && (isMove || hasUnsavedSince(openedAt))) return true;
      if (!isMove) return !(await mayLeave());
      if (!isAsking()) return !(await mayMove());
      // The open question comes first; pressing Back twice asks only once.
      if (asked.current !== undefined) asked.current.isUndone = true;
      return true;
    },
    enableBeforeUnload: () => sendingDialogOpenedAt() !== undefined || hasUnsavedChanges(),
  });
  return null;
}

/** Index of a page in this tab's history, as counted by the router. */
function indexOf(state: unknown): number {
  const { __TSR_index: index = 0 } = (state ?? {}) as { __TSR_index?: number };
  return index;
}
