import { useEffect, useEffectEvent } from 'react';
import { createStore, useStore } from '../lib/store.ts';

// Actions of the current screen, offered in the command palette.

export interface Command {
  label: string;
  /** Additional search terms. */
  keywords?: string;
  run: () => void;
}

const commands = createStore<readonly Command[]>([]);

/** Commands available on the current screen. */
export function useCommands(): readonly Command[] {
  return useStore(commands);
}

/** Adds an action to the command palette while the component is mounted and the action is possible. */
export function useCommand(label: string, run: () => void, isPossible = true): void {
  const onRun = useEffectEvent(run);
  useEffect(() => {
    if (!isPossible) return;
    const command: Command = { label, run: () => onRun() };
    commands.set([...commands.get(), command]);
    return () => commands.set(commands.get().filter((one) => one !== command));
  }, [label, isPossible]);
}
