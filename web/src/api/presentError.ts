import { createStore, useStore } from '../lib/store.ts';
import { toApiError, type ApiError } from './errors.ts';

/** A failure that lies over the page until it is read. */
export interface PresentedError {
  error: ApiError;
  /** What was being done, before the message: "Referral not sent." */
  prefix: string | undefined;
  /** False once it was read: the dialog keeps its words while it goes. */
  isOpen: boolean;
}

const presented = createStore<PresentedError | undefined>(undefined);

/** What is presented, or was last; undefined before anything was. */
export function usePresented(): PresentedError | undefined {
  return useStore(presented);
}

export function dismissPresented(): void {
  const shown = presented.get();
  if (shown !== undefined) presented.set({ ...shown, isOpen: false });
}

/**
 * Shows a failure as a dialog, the default unless a screen has a better place (docs/domain/screens.md). Calls that were
 * given up or ended with the session show nothing. A second failure replaces the first.
 */
export function presentError(thrown: unknown, options: { prefix?: string | undefined } = {}): void {
  const error = toApiError(thrown);
  if (!error.isSilent) presented.set({ error, prefix: options.prefix, isOpen: true });
}
