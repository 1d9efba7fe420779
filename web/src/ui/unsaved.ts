// Tracks unsaved changes. Separate from the dialog that asks, so that the session can check without loading it.

export interface LeaveWords {
  title: string;
  message?: string;
  yes?: string;
  no?: string;
  tone?: 'neutral' | 'danger';
}

/** Question asked before unsaved values are discarded (docs/domain/screens.md). */
export const unsavedChanges: LeaveWords = {
  title: 'Are you sure you want to cancel?',
  message: 'You have unsaved changes that will be lost.',
  tone: 'danger',
};

const unsaved = new Map<symbol, LeaveWords>();

/** Marks something as unsaved until the returned function is called. */
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
 * Marks something as unsaved that survives a change of page and is lost only when the user leaves the portal, until the
 * returned function is called.
 * @param forget discards it, because the page is about to show another user
 */
export function addUnsavedInPortal(words: LeaveWords, forget: () => void): () => void {
  const key = Symbol('unsaved');
  kept.set(key, { words, forget });
  return () => kept.delete(key);
}

/** Whether leaving the portal would lose unsaved work of this page or kept from another. */
export function hasUnsavedChanges(): boolean {
  return unsaved.size + kept.size > 0;
}

/** The question to ask before the page is left: that of the form opened last. */
export function latestUnsaved(): LeaveWords | undefined {
  return [...unsaved.values()].at(-1);
}

/** The question to ask before the portal is left. */
export function latestUnsavedInPortal(): LeaveWords | undefined {
  return latestUnsaved() ?? [...kept.values()].at(-1)?.words;
}

/** Discards everything without asking, because the page is about to show another user. */
export function forgetUnsaved(): void {
  unsaved.clear();
  const all = [...kept.values()];
  kept.clear();
  for (const { forget } of all) forget();
}
