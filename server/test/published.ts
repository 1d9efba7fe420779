import type { RealtimeEventName } from '@careloop/contracts/realtimeEventName';
import { expect } from 'vitest';

import { createListener } from '../src/platform/db/listener.ts';
import { silentLog } from '../src/platform/db/log.ts';
import { realtimeChannel } from '../src/platform/realtime/notification.ts';
import { publish } from '../src/platform/realtime/publish.ts';
import type { TestApp } from './harness.ts';

/** A published event and its rooms. */
export interface Published {
  event: RealtimeEventName;
  payload: Record<string, unknown>;
  rooms: string[];
}

/** Records what is published on the test's database. */
export async function listenToPublished(app: TestApp) {
  const all: Published[] = [];
  const listener = createListener({ url: app.databaseUrl, log: silentLog });
  await listener.listen(realtimeChannel, (text) => void all.push(JSON.parse(text) as Published));
  const isLast = ({ rooms }: Published) => rooms.includes('user:424242');
  return {
    /** Events with these names (default: any) published since the last call. Waits until pending ones have arrived. */
    async take(...events: RealtimeEventName[]): Promise<Published[]> {
      await publish(app.db, ['user:424242'], 'ResyncEvent', {});
      await expect.poll(() => all.some(isLast)).toBe(true);
      const taken = all.splice(0).filter((one) => !isLast(one));
      return taken.filter(({ event }) => events.length === 0 || events.includes(event));
    },
    stop: () => listener.close(),
  };
}
