import { useEffect, useEffectEvent } from 'react';
import { createStore, useStore } from '../lib/store.ts';

// Actions of the open screen, for the palette.

export interface Command {
  label: string;
  /** Other words by which it is found. */
  keywords?: string;
  run: () => void;
}

const commands = createStore<readonly Command[]>([]);

/** The commands of what is on the screen. */
export function useCommands(): readonly Command[] {
  return useStore(commands);
}

/** Offers an action in the palette while the component is mounted and the action is possible. */
export function useCommand(label: string, run: () => void, isPossible = true): void {
  const onRun = useEffectEvent(run);
  useEffect(() => {
    if (!isPossible) return;
    const command: Command = { label, run: () => onRun() };
    commands.set([...commands.get(), command]);
    return () => commands.set(commands.get().filter((one) => one !== command));
  }, [label, isPossible]);
}
