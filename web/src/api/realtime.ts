import type { RealtimeEvents } from '@careloop/contracts/realtime';
import type { RealtimeEventName } from '@careloop/contracts/realtimeEventName';
import { useEffect, useEffectEvent } from 'react';

type Listener = (payload: never) => void;
const listeners = new Map<RealtimeEventName, Set<Listener>>();

/** Passes an event to all its listeners. */
export function dispatchRealtimeEvent<Name extends RealtimeEventName>(name: Name, payload: RealtimeEvents[Name]): void {
  for (const listener of listeners.get(name) ?? []) listener(payload as never);
}

/** Calls `listener` for every such event until the returned function is called. */
export function onRealtimeEvent<Name extends RealtimeEventName>(
  name: Name,
  listener: (payload: RealtimeEvents[Name]) => void,
): () => void {
  const ofName = listeners.get(name) ?? new Set<Listener>();
  listeners.set(name, ofName);
  ofName.add(listener);
  return () => {
    ofName.delete(listener);
  };
}

/**
 * Calls `handler` for every such event while the component is mounted. Queries do not need it: events declare what they
 * make stale.
 */
export function useRealtimeEvent<Name extends RealtimeEventName>(
  name: Name,
  handler: (payload: RealtimeEvents[Name]) => void,
): void {
  const onEvent = useEffectEvent(handler);
  useEffect(() => onRealtimeEvent(name, (payload) => onEvent(payload)), [name]);
}
