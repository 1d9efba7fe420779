import type { RealtimeEventName, RealtimeEvents } from '@careloop/contracts/realtime';
import { useEffect, useEffectEvent } from 'react';

type Listener = (payload: never) => void;
const listeners = new Map<RealtimeEventName, Set<Listener>>();

/** Hands an event on to the components that wait for it. */
export function dispatchRealtimeEvent(name: RealtimeEventName, payload: unknown): void {
  for (const listener of listeners.get(name) ?? []) listener(payload as never);
}

/** Calls `handler` for every such event while the component is there. Lists need no handler: they are read again. */
export function useRealtimeEvent<Name extends RealtimeEventName>(
  name: Name,
  handler: (payload: RealtimeEvents[Name]) => void,
): void {
  const onEvent = useEffectEvent(handler);
  useEffect(() => {
    const listener = (payload: RealtimeEvents[Name]) => onEvent(payload);
    const ofName = listeners.get(name) ?? new Set<Listener>();
    listeners.set(name, ofName);
    ofName.add(listener);
    return () => {
      ofName.delete(listener);
    };
  }, [name]);
}
