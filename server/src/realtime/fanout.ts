import { isRealtimeEvent } from '@careloop/contracts/realtime';

import { createListener } from '../db/listener.ts';
import { notification, realtimeChannel } from './notification.ts';

import type { Log } from '../db/log.ts';
import type { Hub } from './hub.ts';
import type { EventNotification } from './notification.ts';
import type { Room } from './rooms.ts';

export interface FanoutOptions {
  databaseUrl: string;
  hub: Hub;
  log: Log;
}

/**
 * Hands what any process publishes to the hub of this one, over a connection of its own. While that connection is
 * away notifications are lost; once it is back every client is told to refetch.
 */
export async function startFanout({ databaseUrl, hub, log }: FanoutOptions): Promise<{ close(): Promise<void> }> {
  let reader = createReader(hub, log);
  const listener = createListener({
    url: databaseUrl,
    log,
    onReconnect() {
      reader = createReader(hub, log);
      void hub.resyncAll();
    },
  });
  await listener.listen(realtimeChannel, (text) => reader(text));
  return { close: async () => await listener.close() };
}

function createReader(hub: Hub, log: Log): (text: string) => void {
  let rooms: Room[] = [];
  const readEvent = (message: EventNotification) => {
    rooms.push(...message.rooms);
    if (message.more === true) return;
    if (isRealtimeEvent(message.event)) hub.dispatch(rooms, message.event, message.payload);
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
