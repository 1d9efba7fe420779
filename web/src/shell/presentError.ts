import { toApiError, type ApiError } from '../api/errors.ts';

/** A failure that lies over the page until it is read. */
export interface PresentedError {
  error: ApiError;
  /** What was being done, before the message: "Referral not sent." */
  prefix: string | undefined;
}

let presented: PresentedError | undefined;
const listeners = new Set<() => void>();

export function subscribeToPresented(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const currentlyPresented = (): PresentedError | undefined => presented;

function setPresented(next: PresentedError | undefined): void {
  presented = next;
  for (const listener of listeners) listener();
}

export const dismissPresented = (): void => setPresented(undefined);

/**
 * Shows a failure as a dialog, the way of telling unless a screen has a better one (specification 1, section 8). What
 * was given up or ended with the session is told to nobody. A second one waits for nobody: it takes the first one's place.
 */
export function presentError(thrown: unknown, options: { prefix?: string | undefined } = {}): void {
  const error = toApiError(thrown);
  if (!error.isSilent) setPresented({ error, prefix: options.prefix });
}
