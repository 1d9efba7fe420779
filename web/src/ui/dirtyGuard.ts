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

/** What a guard must know of a form: the object, by which `releaseSaved` finds it, and how often it was submitted. */
export type GuardedForm = object & { formState: { submitCount: number } };

/**
 * Asks before the page is left (by a link, Back, reload or sign-out) while `isDirty`. `NavigationGuard` in the shell shows
 * the question.
 * @param form the form whose values are guarded: once it is saved, the guard is off until it is shown as changed again
 */
export function useDirtyGuard(isDirty: boolean, form: GuardedForm | null, words: LeaveWords = unsavedChanges): void {
  const { title, message, yes, no, tone } = words;
  const submitCount = form?.formState.submitCount;
  useEffect(
    () => (isDirty ? addUnsaved({ title, message, yes, no, tone }, form) : undefined),
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- a form that stays after it was saved, with values that count as changed, is guarded again
    [isDirty, form, submitCount, title, message, yes, no, tone],
  );
}
