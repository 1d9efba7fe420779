import { useEffect, useEffectEvent } from 'react';
import { createEmitter } from '../lib/emitter.ts';

// Back and Forward lead to another place, and what lies over the page belongs to the one that is left. The router tells
// of them from the shell, so that dialogs also work where there is none.

const moves = createEmitter();

/** Tells that Back or Forward leads elsewhere: whatever might have been lost has been agreed to. */
export function tellHistoryMove(): void {
  moves.emit();
}

/** Calls `onMove`, while `isListening`, when Back or Forward leads elsewhere. */
export function useHistoryMove(isListening: boolean, onMove: () => void): void {
  const move = useEffectEvent(onMove);
  useEffect(() => {
    return isListening ? moves.on(() => move()) : undefined;
  }, [isListening]);
}
