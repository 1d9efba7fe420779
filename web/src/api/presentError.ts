import { createStore, useStore } from '../lib/store.ts';
import { toApiError, type ApiError } from './errors.ts';

/** A failure shown in a dialog until it is dismissed. */
export interface PresentedError {
  error: ApiError;
  /** Title of the dialog that says what was attempted: "The list was not exported." */
  prefix: string | undefined;
  /** Repeats the action, if that can help. */
  retry: (() => void) | undefined;
  onDismiss: (() => void) | undefined;
  /** False once dismissed: the dialog keeps its text while it closes. */
  isOpen: boolean;
}

const presented = createStore<PresentedError | undefined>(undefined);

/** The current or last failure; undefined before the first. */
export function usePresented(): PresentedError | undefined {
  return useStore(presented);
}

export function dismissPresented(): void {
  const shown = close();
  shown?.onDismiss?.();
}

/** Repeats the action whose failure is shown. */
export function retryPresented(): void {
  close()?.retry?.();
}

function close(): PresentedError | undefined {
  const shown = presented.get();
  if (shown?.isOpen !== true) return undefined;
  presented.set({ ...shown, isOpen: false });
  return shown;
}

export interface PresentOptions {
  prefix?: string | undefined;
  /** Repeats the action: the dialog offers it where repeating can help. */
  retry?: () => void;
  /** Called when the dialog is closed without repeating the action, or another failure takes its place. */
  onDismiss?: () => void;
}

/**
 * Shows a failure in a dialog, the default unless a screen has a better place (docs/domain/screens.md). Calls that were
 * aborted or ended with the session show nothing. A second failure replaces the first.
 */
export function presentError(thrown: unknown, { prefix, retry, onDismiss }: PresentOptions = {}): void {
  const error = toApiError(thrown);
  if (error.isSilent) return onDismiss?.();
  dismissPresented();
  presented.set({ error, prefix, retry: error.isRepeatable ? retry : undefined, onDismiss, isOpen: true });
}
