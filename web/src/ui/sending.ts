import { useLayoutEffect } from 'react';
import { createStore } from '../lib/store.ts';

// What has been sent and not answered yet. A dialog cannot be left meanwhile: the user would not see whether it succeeded, and
// what they typed would be lost if it did not. See `useStackedDialog`.

/** Milliseconds since 1970 at which each began. */
export const sending = createStore<readonly { begunAt: number }[]>([]);

/** Notes that something is being sent until the returned function is called. `useCall` does this for every change. */
export function beginSending(): () => void {
  const one = { begunAt: Date.now() };
  sending.set([...sending.get(), one]);
  return () => sending.set(sending.get().filter((other) => other !== one));
}

/** The same while `isSending`, for what takes more than one call. */
export function useSendingWhile(isSending: boolean): void {
  useLayoutEffect(() => (isSending ? beginSending() : undefined), [isSending]);
}
