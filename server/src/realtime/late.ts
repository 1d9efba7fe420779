import { realtimeEvents } from '@careloop/contracts/realtime';
import type { RealtimeEvents } from '@careloop/contracts/realtime';
import type { z } from 'zod';

import { batch } from '../db/batch.ts';
import type { Log } from '../db/log.ts';
import type { Hub } from './hub.ts';
import type { Room } from './rooms.ts';

/**
 * Events as they are published. A count of what is unread costs more than the message that changes it, so it is not taken
 * in the message's transaction, but in each process where somebody hears of it (decision 022).
 */
export const publishedEvents = {
  ...realtimeEvents,
  UnreadMessageCountChangedEvent: realtimeEvents.UnreadMessageCountChangedEvent.omit({ unreadMessageCount: true }),
} as const;

export type PublishedEvents = {
  [Name in keyof typeof publishedEvents]: z.infer<(typeof publishedEvents)[Name]>;
};

type LateEventName = 'UnreadMessageCountChangedEvent';

/** Finds what publishing left out, of several events at once: as many payloads, in their order. */
export type CompleteEvents = {
  [Name in LateEventName]: (published: readonly PublishedEvents[Name][]) => Promise<RealtimeEvents[Name][]>;
};

export interface LateEvents {
  /** Completes an event and hands it to the hub, after those that came before it; nothing where nobody hears it. */
  tell(rooms: readonly Room[], payload: unknown): void;
}

const event = 'UnreadMessageCountChangedEvent' satisfies LateEventName;

/** What comes while others are completed shares the next completion, so that a burst costs no more than a few. */
export function createLateEvents(hub: Hub, complete: CompleteEvents, log: Log): LateEvents {
  const completeOne = batch(complete[event]);
  /** Where something could not be told. */
  const failed = new Set<Room>();

  async function completeAndTell(rooms: readonly Room[], payload: PublishedEvents[LateEventName]): Promise<void> {
    try {
      hub.dispatch(rooms, event, await completeOne(payload));
    } catch (error) {
      // Those that were to be completed together fail together, and are told together.
      if (failed.size === 0) setImmediate(() => tellFailed(error));
      for (const room of rooms) failed.add(room);
    }
  }

  /** Only those whom it is about: a database that is slow already would get slower by everybody's reading. */
  function tellFailed(error: unknown): void {
    log.warn({ err: error }, 'Events could not be completed; telling those who would have heard them to refetch');
    hub.dispatch([...failed], 'ResyncEvent', {});
    failed.clear();
  }

  return {
    tell(rooms, payload) {
      if (hub.isHeard(rooms, event)) void completeAndTell(rooms, publishedEvents[event].parse(payload));
    },
  };
}

export function isLate(name: string): name is LateEventName {
  return name === event;
}
