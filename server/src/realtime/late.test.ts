import { describe, expect, test } from 'vitest';

import { silentLog } from '../db/log.ts';
import { createHub } from './hub.ts';
import { createLateEvents } from './late.ts';
import type { CompleteEvents } from './late.ts';
import { userRoom } from './rooms.ts';

type Complete = CompleteEvents['UnreadMessageCountChangedEvent'];

/** A hub with a connection for each user, and what they have heard. */
async function startHub(complete: Complete, ...userIds: number[]) {
  const hub = createHub({
    findHearing: async () => ({ rooms: [], permissions: new Set(['Messages'] as const) }),
    encode: (event, payload) => JSON.stringify([event, payload]),
    log: silentLog,
  });
  const heard: unknown[] = [];
  for (const userId of userIds) {
    const send = (frame: string) => void heard.push(JSON.parse(frame));
    await hub.join({ userId, sessionId: userId, send, close() {} });
  }
  const late = createLateEvents(hub, { UnreadMessageCountChangedEvent: complete }, silentLog);
  const tell = (userId: number, sequence: number) => late.tell([userRoom(userId)], { userId, sequence });
  return { heard, tell };
}

const told = (userId: number, sequence: number, unreadMessageCount: number) => [
  'UnreadMessageCountChangedEvent',
  { userId, sequence, unreadMessageCount },
];

describe('an event that is completed where it is heard', () => {
  test('is not completed where nobody hears it', async () => {
    const asked: number[] = [];
    const { heard, tell } = await startHub(async (changes) => {
      asked.push(...changes.map(({ userId }) => userId));
      return changes.map((change) => ({ ...change, unreadMessageCount: 3 }));
    }, 1);
    tell(2, 5);
    tell(1, 6);
    await expect.poll(() => heard).toEqual([told(1, 6, 3)]);
    expect(asked).toEqual([1]);
  });

  test('shares a completion with what came while another one ran, and keeps its number', async () => {
    const completions: number[][] = [];
    const gate = Promise.withResolvers<void>();
    const { heard, tell } = await startHub(
      async (changes) => {
        completions.push(changes.map(({ sequence }) => sequence));
        await gate.promise;
        return changes.map((change) => ({ ...change, unreadMessageCount: 10 + completions.length }));
      },
      1,
      2,
    );
    tell(1, 1);
    await expect.poll(() => completions).toEqual([[1]]);
    tell(1, 2);
    tell(2, 1);
    tell(1, 3);
    gate.resolve();
    await expect.poll(() => heard).toEqual([told(1, 1, 11), told(1, 2, 12), told(2, 1, 12), told(1, 3, 12)]);
    expect(completions).toEqual([[1], [2, 1, 3]]);
  });

  test('has those refetch who would have heard it when it cannot be completed, and the next one is told again', async () => {
    let isBroken = true;
    const complete: Complete = async (changes) => {
      if (isBroken) throw new Error('The database is away');
      return changes.map((change) => ({ ...change, unreadMessageCount: 1 }));
    };
    const { heard, tell } = await startHub(complete, 1, 2);
    tell(1, 1);
    tell(1, 2);
    await expect.poll(() => heard).toEqual([['ResyncEvent', {}]]);
    isBroken = false;
    tell(1, 3);
    await expect.poll(() => heard).toEqual([['ResyncEvent', {}], told(1, 3, 1)]);
  });
});
