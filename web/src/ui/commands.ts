import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';

// What can be done on the screen that is open, for the palette.

export interface Command {
  label: string;
  /** Other words by which it is found. */
  keywords?: string;
  run: () => void;
}

let registered: readonly Command[] = [];
const listeners = new Set<() => void>();

function setRegistered(next: readonly Command[]): void {
  registered = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The commands of what is on the screen. */
export function useCommands(): readonly Command[] {
  return useSyncExternalStore(subscribe, () => registered);
}

/** Offers an action in the palette while the component is there and it can be done. */
export function useCommand(label: string, run: () => void, isPossible = true): void {
  const onRun = useEffectEvent(run);
  useEffect(() => {
    if (!isPossible) return;
    const command: Command = { label, run: () => onRun() };
    setRegistered([...registered, command]);
    return () => setRegistered(registered.filter((one) => one !== command));
  }, [label, isPossible]);
}
