import { realtimeEvents } from '@careloop/contracts/realtime';
import type { RealtimeEvents } from '@careloop/contracts/realtime';
import type { z } from 'zod';

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

interface LateEvent {
  rooms: readonly Room[];
  payload: PublishedEvents[LateEventName];
}

export interface LateEvents {
  /** Completes an event and hands it to the hub, after those that came before it; nothing where nobody hears it. */
  tell(rooms: readonly Room[], payload: unknown): void;
}

const event = 'UnreadMessageCountChangedEvent' satisfies LateEventName;

/** One completion runs at a time. What comes meanwhile shares the next one, so that a burst costs no more than a few. */
export function createLateEvents(hub: Hub, complete: CompleteEvents, log: Log): LateEvents {
  const waiting: LateEvent[] = [];
  let isRunning = false;

  async function drain(): Promise<void> {
    isRunning = true;
    while (waiting.length > 0) await tellAll(waiting.splice(0));
    isRunning = false;
  }

  async function tellAll(late: readonly LateEvent[]): Promise<void> {
    try {
      const payloads = await complete[event](late.map(({ payload }) => payload));
      for (const [index, { rooms }] of late.entries()) hub.dispatch(rooms, event, payloads[index]);
    } catch (error) {
      log.warn({ err: error }, 'An event could not be completed; telling everybody to refetch');
      await hub.resyncAll();
    }
  }

  return {
    tell(rooms, payload) {
      if (!hub.isHeard(rooms, event)) return;
      waiting.push({ rooms, payload: publishedEvents[event].parse(payload) });
      if (!isRunning) void drain();
    },
  };
}

export function isLate(name: string): name is LateEventName {
  return name === event;
}
