import type { CompletedEventName, PublishedEvents, RealtimeEvents } from '@careloop/contracts/realtime';
import type { RealtimeEventName } from '@careloop/contracts/realtimeEventName';

import { batch } from '../db/batch.ts';
import type { Log } from '../db/log.ts';
import type { Hub } from './hub.ts';
import type { Room } from './rooms.ts';

/**
 * For each event that is published with a partial payload (`completedEvent` in the contracts), a function that completes a
 * batch of them: returns one payload per input, in order.
 */
export type Completions = {
  [Name in CompletedEventName]: (published: readonly PublishedEvents[Name][]) => Promise<RealtimeEvents[Name][]>;
};

/** Passes an event to the hub, with its payload as published. */
export type Dispatch = (rooms: readonly Room[], event: RealtimeEventName, payload: unknown) => void;

/**
 * Completes partial payloads before they go to the hub, in order, and only if a connection of this process is subscribed.
 * Events that arrive during a completion share the next batch, so that a burst costs few queries.
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
      // A batch fails as a whole, so the subscribers of its events are told to refetch together.
      if (failedRooms.size === 0) setImmediate(() => resyncFailed(error));
      for (const room of rooms) failedRooms.add(room);
    }
  }

  /** Only for subscribers of the failed events: a refetch by everybody would slow down a slow database further. */
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
