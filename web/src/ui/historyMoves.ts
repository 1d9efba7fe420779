import { useEffect, useEffectEvent } from 'react';
import { createEmitter } from '../lib/emitter.ts';

// Dialogs close on Back and Forward because they belong to the page being left. The shell's router reports these moves, so
// dialogs also work without a router.

const moves = createEmitter();

/** Reports that Back or Forward leaves the page, after the user has agreed to lose unsaved values. */
export function emitHistoryMove(): void {
  moves.emit();
}

/** Calls `onMove`, while `isListening`, when Back or Forward leads elsewhere. */
export function useHistoryMove(isListening: boolean, onMove: () => void): void {
  const move = useEffectEvent(onMove);
  useEffect(() => {
    return isListening ? moves.on(() => move()) : undefined;
  }, [isListening]);
}
