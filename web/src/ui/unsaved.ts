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

const unsaved = new Map<symbol, { words: LeaveWords; form: object | null; addedAt: number }>();

/**
 * Marks something as unsaved until the returned function is called.
 * @param form the form whose values would be lost, for `releaseSaved`
 */
export function addUnsaved(words: LeaveWords, form: object | null): () => void {
  const key = Symbol('unsaved');
  unsaved.set(key, { words, form, addedAt: Date.now() });
  return () => unsaved.delete(key);
}

/**
 * The values of a form are saved, so leaving loses nothing. Takes effect at once, before React renders the form again:
 * what follows the save may navigate. `useCall` does this for its form.
 */
export function releaseSaved(form: object): void {
  for (const [key, one] of unsaved) if (one.form === form) unsaved.delete(key);
}

/** Values that outlive their page and are lost only when the portal is left, such as a draft that could not be saved. */
interface UnsavedSource {
  /** What would be lost, asked before signing out. */
  message: string;
  hasUnsaved: () => boolean;
  /** Discards the unsaved values, because another user is about to use the page. */
  forget: () => void;
}

const sources: UnsavedSource[] = [];

/** Registers a source for the lifetime of the page. */
export function registerUnsavedSource(source: UnsavedSource): void {
  sources.push(source);
}

/** Whether leaving the portal would lose something of this page or of an earlier one. */
export function hasUnsavedChanges(): boolean {
  return latestUnsavedInPortal() !== undefined;
}

/** Whether something was marked as unsaved since then, in milliseconds since 1970. */
export function hasUnsavedSince(time: number): boolean {
  return [...unsaved.values()].some(({ addedAt }) => addedAt >= time);
}

/** The question to ask before the page is left: that of the form opened last. */
export function latestUnsaved(): LeaveWords | undefined {
  return [...unsaved.values()].at(-1)?.words;
}

/** The question to ask before the portal is left. */
export function latestUnsavedInPortal(): LeaveWords | undefined {
  const source = sources.findLast((one) => one.hasUnsaved());
  return (
    latestUnsaved() ??
    (source && { title: 'Are you sure you want to sign out?', message: source.message, tone: 'danger' })
  );
}

/** Discards everything without asking, because the page is about to show another user. */
export function forgetUnsaved(): void {
  unsaved.clear();
  for (const source of sources) source.forget();
}
