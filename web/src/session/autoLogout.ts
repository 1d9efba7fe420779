import { useSyncExternalStore } from 'react';

// The countdown before a session ends for want of somebody; `sessionTimers.ts` runs it, the dialog shows it.

let seconds: number | undefined;
const listeners = new Set<() => void>();

export function setCountdown(next: number | undefined): void {
  seconds = next;
  for (const listener of listeners) listener();
}

export function isCountingDown(): boolean {
  return seconds !== undefined;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Seconds left, while the auto-logout dialog shows. */
export function useCountdown(): number | undefined {
  return useSyncExternalStore(subscribe, () => seconds);
}
