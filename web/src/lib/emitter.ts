export interface Emitter<Event> {
  emit: (event: Event) => void;
  /** Calls `listener` with every event until the returned function is called. */
  on: (listener: (event: Event) => void) => () => void;
}

/** Passes events to its listeners. */
export function createEmitter<Event = void>(): Emitter<Event> {
  const listeners = new Set<(event: Event) => void>();
  return {
    emit: (event) => {
      for (const listener of listeners) listener(event);
    },
    on: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
