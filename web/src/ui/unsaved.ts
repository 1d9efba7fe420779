// What on the page would be lost. Apart from the asking, so that the session can look without loading dialogs.

export interface LeaveWords {
  title: string;
  message?: string;
  yes?: string;
  no?: string;
  tone?: 'neutral' | 'danger';
}

/** Asked before unsaved values are discarded (docs/domain/screens.md). */
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

interface Kept {
  words: LeaveWords;
  forget: () => void;
}

const kept = new Map<symbol, Kept>();

/**
 * Counts something that outlives its page, and is lost only when the portal is left, until the returned function is
 * called.
 * @param forget lets it go: the page is about to be another user's
 */
export function addUnsavedInPortal(words: LeaveWords, forget: () => void): () => void {
  const key = Symbol('unsaved');
  kept.set(key, { words, forget });
  return () => kept.delete(key);
}

/** Whether something on the page, or kept from another, would be lost with the portal. */
export function hasUnsavedChanges(): boolean {
  return unsaved.size + kept.size > 0;
}

/** The question to ask first: that of the form that was opened last. */
export function latestUnsaved(): LeaveWords | undefined {
  return [...unsaved.values()].at(-1);
}

/** The question to ask before the portal is left. */
export function latestUnsavedInPortal(): LeaveWords | undefined {
  return latestUnsaved() ?? [...kept.values()].at(-1)?.words;
}

/** Lets everything go without asking: the page is about to be another user's. */
export function forgetUnsaved(): void {
  unsaved.clear();
  const all = [...kept.values()];
  kept.clear();
  for (const { forget } of all) forget();
}
