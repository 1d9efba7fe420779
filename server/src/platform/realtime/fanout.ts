import { isRealtimeEvent } from '@careloop/contracts/realtime';

import { createListener } from '../db/listener.ts';
import { createDispatch } from './completions.ts';
import { notification, realtimeChannel } from './notification.ts';

import type { Log } from '../db/log.ts';
import type { Completions } from './completions.ts';
import type { Hub } from './hub.ts';
import type { EventNotification } from './notification.ts';
import type { Room } from './rooms.ts';

export interface FanoutOptions {
  databaseUrl: string;
  hub: Hub;
  completions: Completions;
  log: Log;
}

/**
 * Passes what any process publishes to the hub of this process, over a dedicated database connection. Notifications sent
 * while that connection is down are lost, so every client is told to refetch once it is back.
 */
export async function startFanout(options: FanoutOptions): Promise<{ close(): Promise<void> }> {
  const { databaseUrl, hub, log } = options;
  let reader = createReader(options);
  const listener = createListener({
    url: databaseUrl,
    log,
    onReconnect() {
      reader = createReader(options);
      void hub.resyncAll();
    },
  });
  await listener.listen(realtimeChannel, (text) => reader(text));
  return { close: async () => await listener.close() };
}

function createReader({ hub, completions, log }: FanoutOptions): (text: string) => void {
  const dispatch = createDispatch(hub, completions, log);
  let rooms: Room[] = [];
  const readEvent = (message: EventNotification) => {
    rooms.push(...message.rooms);
    if (message.more === true) return;
    hub.remember(rooms);
    if (isRealtimeEvent(message.event)) dispatch(rooms, message.event, message.payload);
    else log.warn({ event: message.event }, 'An event was not understood; is a newer release running too?');
    rooms = [];
  };
  return (text) => {
    const parsed = notification.safeParse(readJson(text));
    if (!parsed.success) return log.warn({}, 'A notification was not understood; is an older release running too?');
    const message = parsed.data;
    if (message.kind === 'event') return readEvent(message);
    if (message.kind === 'sessionEnded') return hub.endSession(message.sessionId);
    void hub.refreshRooms(message.userId);
  };
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
