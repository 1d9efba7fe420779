import { useSyncExternalStore } from 'react';
import { createEmitter } from './emitter.ts';

export interface Store<Value> {
  get: () => Value;
  set: (next: Value) => void;
  /** Calls `listener` after every change until the returned function is called. */
  subscribe: (listener: () => void) => () => void;
}

/** A value outside the components, which read it with `useStore`. */
export function createStore<Value>(initial: Value): Store<Value> {
  const changes = createEmitter();
  let value = initial;
  return {
    get: () => value,
    set: (next) => {
      value = next;
      changes.emit();
    },
    subscribe: changes.on,
  };
}

/**
 * The value of a store, or the part returned by `select`. The component re-renders when it changes.
 * @param select returns the same object for the same value
 */
export function useStore<Value>(store: Store<Value>): Value;
export function useStore<Value, Selected>(store: Store<Value>, select: (value: Value) => Selected): Selected;
export function useStore<Value>(store: Store<Value>, select: (value: Value) => unknown = (value) => value): unknown {
  return useSyncExternalStore(store.subscribe, () => select(store.get()));
}
