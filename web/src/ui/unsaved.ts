// What on the page would be lost. Apart from the asking, so that the session can look without loading dialogs.

export interface LeaveWords {
  title: string;
  message?: string;
  yes?: string;
  no?: string;
  tone?: 'neutral' | 'danger';
}

/** The words before typed work is thrown away (specification 1, section 5). */
export const unsavedChanges: LeaveWords = {
  title: 'Are you sure you want to cancel?',
  message: 'You have unsaved changes that will be lost.',
  tone: 'danger',
};

const unsaved = new Map<symbol, LeaveWords>();

/** Counts something as unsaved until the returned function is called. */
export function addUnsaved(words: LeaveWords): () => void {
  const key = Symbol('unsaved');
  unsaved.set(key, words);
  return () => unsaved.delete(key);
}

/** Whether something on the page holds unsaved changes. */
export function hasUnsavedChanges(): boolean {
  return unsaved.size > 0;
}

/** The question to ask first: that of the form that was opened last. */
export function latestUnsaved(): LeaveWords | undefined {
  return [...unsaved.values()].at(-1);
}

/** Lets everything go without asking: the page is about to be another user's. */
export function forgetUnsaved(): void {
  unsaved.clear();
}
