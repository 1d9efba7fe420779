import { WorkQueue } from '@careloop/contracts/codes';
import { getWorkQueues, listWorkQueueItems, listWorkQueueItemsByStatus } from '@careloop/contracts/work-queues';
import {
  claimWorkQueueItem,
  completeWorkQueueItems,
  listWorkQueueItemAccess,
  saveWorkQueueItemAccess,
  setWorkQueueItemCompleted,
} from '@careloop/contracts/work-queues/items';
import { sql } from 'kysely';
import { expect } from 'vitest';

import { changed, idsIn, ofQueueItem } from '../../../test/privacyProbes.ts';
import type { FeatureProbes, ProbeContext } from '../../../test/privacyProbes.ts';

async function compareQueues({ app, oracle, callerOf }: ProbeContext): Promise<void> {
  const { rows: items } = await sql<{ id: number; queue: number }>`
    select work_queue_encounter_id as id, work_queue_id as queue from work_queue_encounter where status = 'open' order by 1`.execute(
    app.db,
  );
  for (const { userId } of oracle.users) {
    const caller = callerOf(userId);
    const mine = items.filter(({ id }) => oracle.queueItemsOf(userId).has(id));
    for (const workQueueId of Object.values(WorkQueue)) {
      const ofQueue = mine.filter((item) => item.queue === workQueueId).map((item) => item.id);
      const page = await caller.ok(listWorkQueueItems, { workQueueId, pageSize: 100 });
      expect(idsIn(page.items, 'workQueueEncounterId')).toEqual(ofQueue);
      expect(page.totalItemCount).toBe(ofQueue.length);
      const same = await caller.ok(listWorkQueueItemsByStatus, { workQueueId, status: 1 });
      expect(same.totalItemCount).toBe(ofQueue.length);
    }
    expect((await caller.ok(getWorkQueues, {})).openCount).toBe(mine.length);
  }
}

/** The call returns an outcome for each item: items of others are neither completed nor shared. */
async function refuseItems({ oracle, callerOf }: ProbeContext): Promise<void> {
  let compared = 0;
  for (const { userId } of oracle.users.filter((user) => oracle.holds(user.userId, 'ManageWorkQueues'))) {
    const closed = oracle.queueItemIds.filter((id) => !oracle.queueItemsOf(userId).has(id)).slice(0, 20);
    const items = closed.map((workQueueEncounterId) => ({ workQueueEncounterId, version: 1 }));
    if (items.length === 0) continue;
    const caller = callerOf(userId);
    const completed = await caller.ok(completeWorkQueueItems, { items });
    const shared = await caller.ok(saveWorkQueueItemAccess, { workQueueEncounterIds: closed, addedUserIds: [userId] });
    for (const { results } of [completed, shared]) expect(results.filter((result) => result.isDone)).toEqual([]);
    compared += items.length;
  }
  expect(compared).toBeGreaterThan(0);
}

export const workQueueProbes: FeatureProbes = {
  opens: [[listWorkQueueItemAccess, ofQueueItem]],
  closes: [
    [setWorkQueueItemCompleted, changed(ofQueueItem, { setCompleted: true, version: 99 })],
    [claimWorkQueueItem, changed(ofQueueItem, { isClaimed: false })],
  ],
  compares: [
    {
      name: 'items of others are neither completed nor shared',
      endpoints: [completeWorkQueueItems, saveWorkQueueItemAccess],
      compare: refuseItems,
    },
    {
      name: 'queues, their counts and their badge hold exactly what is the user’s',
      endpoints: [getWorkQueues, listWorkQueueItems, listWorkQueueItemsByStatus],
      compare: compareQueues,
    },
  ],
};
