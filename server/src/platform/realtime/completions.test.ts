import { describe, expect, test } from 'vitest';

import { silentLog } from '../db/log.ts';
import { createHub } from './hub.ts';
import { createDispatch } from './completions.ts';
import type { Completions } from './completions.ts';
import { userRoom } from './rooms.ts';

type Complete = Completions['UnreadMessageCountChangedEvent'];

/** A hub with one connection per user, and what they have received. */
async function startHub(complete: Complete, ...userIds: number[]) {
  const hub = createHub({
    findSubscription: async () => ({ rooms: [], permissions: new Set(['Messages'] as const) }),
    encode: (event, payload) => JSON.stringify([event, payload]),
    log: silentLog,
  });
  const received: unknown[] = [];
  for (const userId of userIds) {
    const send = (frame: string) => void received.push(JSON.parse(frame));
    await hub.join({ userId, sessionId: userId, send, close() {} });
  }
  const dispatch = createDispatch(hub, { UnreadMessageCountChangedEvent: complete }, silentLog);
  const publish = (userId: number, sequence: number) =>
    dispatch([userRoom(userId)], 'UnreadMessageCountChangedEvent', { userId, sequence });
  return { received, publish };
}

const completed = (userId: number, sequence: number, unreadMessageCount: number) => [
  'UnreadMessageCountChangedEvent',
  { userId, sequence, unreadMessageCount },
];

describe('a completed event', () => {
  test('is not completed without a subscriber', async () => {
    const asked: number[] = [];
    const { received, publish } = await startHub(async (changes) => {
      asked.push(...changes.map(({ userId }) => userId));
      return changes.map((change) => ({ ...change, unreadMessageCount: 3 }));
    }, 1);
    publish(2, 5);
    publish(1, 6);
    await expect.poll(() => received).toEqual([completed(1, 6, 3)]);
    expect(asked).toEqual([1]);
  });

  test('shares a batch with events that arrived during the previous one, and keeps its sequence number', async () => {
    const completions: number[][] = [];
    const gate = Promise.withResolvers<void>();
    const { received, publish } = await startHub(
      async (changes) => {
        completions.push(changes.map(({ sequence }) => sequence));
        await gate.promise;
        return changes.map((change) => ({ ...change, unreadMessageCount: 10 + completions.length }));
      },
      1,
      2,
    );
    publish(1, 1);
    await expect.poll(() => completions).toEqual([[1]]);
    publish(1, 2);
    publish(2, 1);
    publish(1, 3);
    gate.resolve();
    await expect
      .poll(() => received)
      .toEqual([completed(1, 1, 11), completed(1, 2, 12), completed(2, 1, 12), completed(1, 3, 12)]);
    expect(completions).toEqual([[1], [2, 1, 3]]);
  });

  test('makes its subscribers refetch if completion fails, and later events are sent again', async () => {
    let isBroken = true;
    const complete: Complete = async (changes) => {
      if (isBroken) throw new Error('The database is away');
      return changes.map((change) => ({ ...change, unreadMessageCount: 1 }));
    };
    const { received, publish } = await startHub(complete, 1, 2);
    publish(1, 1);
    publish(1, 2);
    await expect.poll(() => received).toEqual([['ResyncEvent', {}]]);
    isBroken = false;
    publish(1, 3);
    await expect.poll(() => received).toEqual([['ResyncEvent', {}], completed(1, 3, 1)]);
  });
});
