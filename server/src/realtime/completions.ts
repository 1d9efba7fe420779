import type {
  CompletedEventName,
  PublishedEvents,
  RealtimeEventName,
  RealtimeEvents,
} from '@careloop/contracts/realtime';

import { batch } from '../db/batch.ts';
import type { Log } from '../db/log.ts';
import type { Hub } from './hub.ts';
import type { Room } from './rooms.ts';

/**
 * For each event that is published in part (`completedEvent` in its domain's contracts), what finds the rest, of several
 * events at once: as many payloads, in their order.
 */
export type Completions = {
  [Name in CompletedEventName]: (published: readonly PublishedEvents[Name][]) => Promise<RealtimeEvents[Name][]>;
};

/** Hands an event to the hub; the payload is as it was published. */
export type Dispatch = (rooms: readonly Room[], event: RealtimeEventName, payload: unknown) => void;

/**
 * Completes the payloads that need it before they go to the hub, in their order, and only if somebody in this process is
 * subscribed. Events that arrive during a completion share the next one, so that a burst costs few of them.
 */
export function createDispatch(hub: Hub, completions: Completions, log: Log): Dispatch {
  const completeByEvent = new Map<string, (published: unknown) => Promise<unknown>>(
    Object.entries(completions).map(([event, complete]) => [event, batch(complete as never)]),
  );
  const failedRooms = new Set<Room>();

  async function completeAndDispatch(rooms: readonly Room[], event: RealtimeEventName, completed: Promise<unknown>) {
    try {
      hub.dispatch(rooms, event, await completed);
    } catch (error) {
      // A completion fails for all of its events at once: their subscribers are told together.
      if (failedRooms.size === 0) setImmediate(() => resyncFailed(error));
      for (const room of rooms) failedRooms.add(room);
    }
  }

  /** Only subscribers of the failed events: everybody reading again would slow down a slow database further. */
  function resyncFailed(error: unknown): void {
    log.warn({ err: error }, 'Events could not be completed; their subscribers are told to refetch');
    hub.dispatch([...failedRooms], 'ResyncEvent', {});
    failedRooms.clear();
  }

  return (rooms, event, payload) => {
    const complete = completeByEvent.get(event);
    if (complete === undefined) hub.dispatch(rooms, event, payload);
    else if (hub.hasSubscriber(rooms, event)) void completeAndDispatch(rooms, event, complete(payload));
  };
}
