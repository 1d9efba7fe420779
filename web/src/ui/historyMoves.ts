import { useEffect, useEffectEvent } from 'react';

// Back and Forward lead to another place, and what lies over the page belongs to the one that is left. The router tells
// of them from the shell, so that dialogs also work where there is none.

const listeners = new Set<() => void>();

/** Tells that Back or Forward leads elsewhere: whatever might have been lost has been agreed to. */
export function tellHistoryMove(): void {
  for (const listener of listeners) listener();
}

/** Calls `onMove`, while `isListening`, when Back or Forward leads elsewhere. */
export function useHistoryMove(isListening: boolean, onMove: () => void): void {
  const move = useEffectEvent(onMove);
  useEffect(() => {
    if (!isListening) return;
    const listener = () => move();
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, [isListening]);
}
