import { useEffect } from 'react';
import { confirm } from './confirm.tsx';
import { addUnsaved, latestUnsaved, latestUnsavedInPortal, unsavedChanges, type LeaveWords } from './unsaved.ts';

/** Asks before unsaved changes are lost; answers true when there are none or they may go. */
export function mayLeave(): Promise<boolean> {
  return ask(latestUnsaved());
}

/** Asks before signing out, which also loses what outlives its page. */
export function mayLeavePortal(): Promise<boolean> {
  return ask(latestUnsavedInPortal());
}

function ask(words: LeaveWords | undefined): Promise<boolean> {
  return words === undefined ? Promise.resolve(true) : confirm(words);
}

/**
 * While `isDirty`, leaving the page (by a link, Back, reload or sign-out) asks first.
 * The shell does the asking: see `NavigationGuard`.
 */
export function useDirtyGuard(isDirty: boolean, words: LeaveWords = unsavedChanges): void {
  const { title, message, yes, no, tone } = words;
  useEffect(
    () => (isDirty ? addUnsaved({ title, message, yes, no, tone }) : undefined),
    [isDirty, title, message, yes, no, tone],
  );
}
