import { dismissPresented } from '../../api/presentError.ts';
import { createStore } from '../../lib/store.ts';

export interface SupportRequestOptions {
  /** Error code to prefill. */
  errorCode?: string | undefined;
}

/** The request being written, if any. */
export const supportRequest = createStore<SupportRequestOptions | undefined>(undefined);

export const closeSupportRequest = (): void => supportRequest.set(undefined);

/** Opens "Submit a Support Request". A request being written stays open. */
export function openSupportRequest(options: SupportRequestOptions = {}): void {
  // An error dialog may have led here and would cover the request.
  dismissPresented();
  if (supportRequest.get() === undefined) supportRequest.set(options);
}
