import { useEffect } from 'react';
import { confirm, type Question } from './confirm.tsx';

/** The words before typed work is thrown away (specification 1, section 5). */
export const unsavedChanges: Question = {
  title: 'Are you sure you want to cancel?',
  message: 'You have unsaved changes that will be lost.',
  tone: 'danger',
};

const dirty = new Map<symbol, Question>();

/** Whether something on the page holds unsaved changes. */
export function hasUnsavedChanges(): boolean {
  return dirty.size > 0;
}

/** Asks before unsaved changes are lost; answers true when there are none or they may go. */
export function mayLeave(): Promise<boolean> {
  const question = [...dirty.values()].at(-1);
  return question === undefined ? Promise.resolve(true) : confirm(question);
}

/**
 * While `isDirty`, leaving the page (by a link, Back, reload or sign-out) asks first.
 * The shell does the asking: see `NavigationGuard`.
 */
export function useDirtyGuard(isDirty: boolean, question: Question = unsavedChanges): void {
  const { title, message, yes, no, tone } = question;
  useEffect(() => {
    if (!isDirty) return;
    const key = Symbol('unsaved');
    dirty.set(key, { title, message, yes, no, tone });
    return () => {
      dirty.delete(key);
    };
  }, [isDirty, title, message, yes, no, tone]);
}
