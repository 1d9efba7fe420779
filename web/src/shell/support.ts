import { dismissPresented } from '../api/presentError.ts';

export interface SupportRequestOptions {
  /** Fills in the code of an error. */
  errorCode?: string | undefined;
}

let asked: SupportRequestOptions | undefined;
const listeners = new Set<() => void>();

function setAsked(next: SupportRequestOptions | undefined): void {
  asked = next;
  for (const listener of listeners) listener();
}

export function subscribeToSupport(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const currentSupportRequest = (): SupportRequestOptions | undefined => asked;

export const closeSupportRequest = (): void => setAsked(undefined);

/** Opens "Submit a Support Request", from wherever somebody is stuck. What is being written there already stays. */
export function openSupportRequest(options: SupportRequestOptions = {}): void {
  // An error that lay over the page has led here; it would lie over the request as well.
  dismissPresented();
  if (asked === undefined) setAsked(options);
}
