import { useEffect } from 'react';
import { confirm } from './confirm.tsx';
import { addUnsaved, latestUnsaved, latestUnsavedInPortal, unsavedChanges, type LeaveWords } from './unsaved.ts';

/** Asks before unsaved changes are lost. Resolves to true if there are none or the user discards them. */
export function mayLeave(): Promise<boolean> {
  return ask(latestUnsaved());
}

/** Asks before signing out, which also discards unsaved work kept across pages. */
export function mayLeavePortal(): Promise<boolean> {
  return ask(latestUnsavedInPortal());
}

function ask(words: LeaveWords | undefined): Promise<boolean> {
  return words === undefined ? Promise.resolve(true) : confirm(words);
}

/**
 * Asks before the page is left (by a link, Back, reload or sign-out) while `isDirty`. `NavigationGuard` in the shell shows
 * the question.
 */
export function useDirtyGuard(isDirty: boolean, words: LeaveWords = unsavedChanges): void {
  const { title, message, yes, no, tone } = words;
  useEffect(
    () => (isDirty ? addUnsaved({ title, message, yes, no, tone }) : undefined),
    [isDirty, title, message, yes, no, tone],
  );
}
