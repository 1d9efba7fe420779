import { dismissPresented } from '../../api/presentError.ts';
import { createStore } from '../../lib/store.ts';

export interface SupportRequestOptions {
  /** Fills in the code of an error. */
  errorCode?: string | undefined;
}

/** The request that is being written; undefined while there is none. */
export const supportRequest = createStore<SupportRequestOptions | undefined>(undefined);

export const closeSupportRequest = (): void => supportRequest.set(undefined);

/** Opens "Submit a Support Request", from wherever somebody is stuck. What is being written there already stays. */
export function openSupportRequest(options: SupportRequestOptions = {}): void {
  // An error that lay over the page has led here; it would lie over the request as well.
  dismissPresented();
  if (supportRequest.get() === undefined) supportRequest.set(options);
}
