import { createStore, useStore } from '../lib/store.ts';

// State of the countdown before an idle session ends. `sessionTimers.ts` runs it, the dialog shows it.

const seconds = createStore<number | undefined>(undefined);

export const setCountdown = seconds.set;

export function isCountingDown(): boolean {
  return seconds.get() !== undefined;
}

/** Seconds left while the auto-logout dialog is shown. */
export function useCountdown(): number | undefined {
  return useStore(seconds);
}
