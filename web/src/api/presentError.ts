import { createStore, useStore } from '../lib/store.ts';
import { toApiError, type ApiError } from './errors.ts';

/** A failure shown in a dialog until it is dismissed. */
export interface PresentedError {
  error: ApiError;
  /** Title of the dialog that says what was attempted: "The list was not exported." */
  prefix: string | undefined;
  /** False once dismissed: the dialog keeps its text while it closes. */
  isOpen: boolean;
}

const presented = createStore<PresentedError | undefined>(undefined);

/** The current or last failure; undefined before the first. */
export function usePresented(): PresentedError | undefined {
  return useStore(presented);
}

export function dismissPresented(): void {
  const shown = presented.get();
  if (shown !== undefined) presented.set({ ...shown, isOpen: false });
}

/**
 * Shows a failure in a dialog, the default unless a screen has a better place (docs/domain/screens.md). Calls that were
 * aborted or ended with the session show nothing. A second failure replaces the first.
 */
export function presentError(thrown: unknown, options: { prefix?: string | undefined } = {}): void {
  const error = toApiError(thrown);
  if (!error.isSilent) presented.set({ error, prefix: options.prefix, isOpen: true });
}
