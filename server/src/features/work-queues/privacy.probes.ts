import { WorkQueue } from '@careloop/contracts/codes';
import {
  getWorkQueueFilters,
  getWorkQueues,
  listWorkQueueItems,
  listWorkQueueItemsByStatus,
  saveWorkQueueOrder,
  setHiddenWorkQueues,
} from '@careloop/contracts/work-queues';
import {
  claimWorkQueueItem,
  completeWorkQueueItems,
  getQueuedEncounters,
  getWorkQueueItemState,
  listWorkQueueItemAccess,
  reopenWorkQueueItems,
  saveWorkQueueItemAccess,
  setWorkQueueItemCompleted,
} from '@careloop/contracts/work-queues/items';
import { sql } from 'kysely';
import { expect } from 'vitest';

import {
  keysOf,
  changed,
  idsIn,
  ofAll,
  ofClients,
  ofColleague,
  ofQueueItem,
  forUsers,
} from '../../../test/privacyProbes.ts';
import type { Oracle } from '../../../test/oracle.ts';
import type { FeatureProbes, OpenToAll, ProbeContext } from '../../../test/privacyProbes.ts';

async function compareQueues({ app, oracle, callerOf }: ProbeContext): Promise<void> {
  const { rows: items } = await sql<{ id: number; queue: number }>`
    select work_queue_encounter_id as id, work_queue_id as queue from work_queue_encounter where status = 'open' order by 1`.execute(
    app.db,
  );
  await forUsers(oracle, async ({ userId }) => {
    const caller = callerOf(userId);
    const mine = items.filter(({ id }) => oracle.queueItemsOf(userId).has(id));
    for (const workQueueId of Object.values(WorkQueue)) {
      const ofQueue = mine.filter((item) => item.queue === workQueueId).map((item) => item.id);
      const page = await caller.ok(listWorkQueueItems, { workQueueId, pageSize: 100 });
      expect(idsIn(page.items, 'workQueueEncounterId')).toEqual(ofQueue);
      expect(page.totalItemCount).toBe(ofQueue.length);
      const same = await caller.ok(listWorkQueueItemsByStatus, { workQueueId, status: 1 });
      expect(same.totalItemCount).toBe(ofQueue.length);
      const { statuses } = await caller.ok(getWorkQueueFilters, { workQueueId, status: 1 });
      expect(statuses.find(({ status }) => status === 1)?.count).toBe(ofQueue.length);
    }
    expect((await caller.ok(getWorkQueues, {})).openCount).toBe(mine.length);
  });
}

/** The call returns an outcome for each item: items of others are neither completed, reopened nor shared. */
async function refuseItems({ oracle, callerOf }: ProbeContext): Promise<void> {
  let compared = 0;
  for (const { userId } of oracle.users.filter((user) => oracle.holds(user.userId, 'ManageWorkQueues'))) {
    const closed = oracle.queueItemIds.filter((id) => !oracle.queueItemsOf(userId).has(id)).slice(0, 20);
    const items = closed.map((workQueueEncounterId) => ({ workQueueEncounterId, version: 1 }));
    if (items.length === 0) continue;
    const caller = callerOf(userId);
    const completed = await caller.ok(completeWorkQueueItems, { items });
    const reopened = await caller.ok(reopenWorkQueueItems, { items });
    const shared = await caller.ok(saveWorkQueueItemAccess, { workQueueEncounterIds: closed, addedUserIds: [userId] });
    for (const { results } of [completed, reopened, shared])
      expect(results.filter((result) => result.isDone)).toEqual([]);
    compared += items.length;
  }
  expect(compared).toBeGreaterThan(0);
}

/** Only encounters with a queue item of the user are returned. */
async function compareEncounters({ oracle, callerOf }: ProbeContext): Promise<void> {
  const named = oracle.rows.queueItems.filter(({ encounterId }) => encounterId !== 0);
  const patientEncounterIds = [...new Set(named.map(({ encounterId }) => encounterId))].slice(0, 100);
  expect(patientEncounterIds).not.toEqual([]);
  for (const { userId } of oracle.users.filter((user) => oracle.holds(user.userId, 'ManageWorkQueues'))) {
    const mine = named.filter(({ id }) => oracle.queueItemsOf(userId).has(id)).map(({ encounterId }) => encounterId);
    const { encountersInfo } = await callerOf(userId).ok(getQueuedEncounters, { patientEncounterIds });
    expect(idsIn(encountersInfo, 'patientEncounterId').filter((id) => !mine.includes(id))).toEqual([]);
  }
}

/** Items can be shared with colleagues only. */
async function refuseStrangers({ oracle, callerOf }: ProbeContext): Promise<void> {
  for (const { userId } of oracle.users.filter((user) => oracle.holds(user.userId, 'ManageWorkQueues'))) {
    const [item] = oracle.queueItemsOf(userId);
    const stranger = oracle.users.find((one) => !ofColleague.may(oracle, userId).has(one.userId));
    if (item === undefined || stranger === undefined) continue;
    const { body } = await callerOf(userId).call(saveWorkQueueItemAccess, {
      workQueueEncounterIds: [item],
      addedUserIds: [stranger.userId],
    });
    expect({ userId, isDone: body.wasSuccessful && body.results.some((result) => result.isDone) }).toEqual({
      userId,
      isDone: false,
    });
  }
}

const queues: OpenToAll = {
  name: 'work queues',
  because: 'The product has one fixed list of queues; their items are probed.',
  reads: getWorkQueues,
  inputOf: () => ({}),
  shows: keysOf(
    'categories workQueueCategoryId name description workQueues workQueueId code subjectType userHidden',
    'openCount showsWaitingTime order',
  ),
};
const filters = {
  facilityId: ofAll((oracle: Oracle) => oracle.rows.facilities),
  healthcareProviderSpecialtyId: ofAll((oracle: Oracle) => oracle.rows.specialties),
  healthcareProviderTagIds: ofClients('healthcareProviderTagIds', (oracle) => oracle.rows.tags),
};
const several = ['healthcareProviderTagIds'];

export const probes: FeatureProbes = {
  opens: [
    [listWorkQueueItemAccess, ofQueueItem],
    [getWorkQueueItemState, ofQueueItem],
  ],
  closes: [
    [setWorkQueueItemCompleted, changed(ofQueueItem, { setCompleted: true, version: 99 })],
    [claimWorkQueueItem, changed(ofQueueItem, { isClaimed: false })],
  ],
  filters: [
    { endpoint: listWorkQueueItems, by: filters, several, more: { workQueueId: WorkQueue.referralToProcess } },
    {
      endpoint: listWorkQueueItemsByStatus,
      by: filters,
      several,
      more: { workQueueId: WorkQueue.referralToProcess, status: 2 },
    },
  ],
  takesOpen: [
    [
      queues,
      [
        [setHiddenWorkQueues, 'workQueueIds'],
        [saveWorkQueueOrder, 'workQueueId'],
      ],
    ],
  ],
  compares: [
    {
      name: 'only encounters with a queue item of the user are returned',
      calls: [[getQueuedEncounters, 'patientEncounterIds']],
      compare: compareEncounters,
    },
    {
      name: 'items cannot be shared with users of other clients',
      calls: [[saveWorkQueueItemAccess, 'addedUserIds', 'removedUserIds']],
      compare: refuseStrangers,
    },
    {
      name: 'items of others are neither completed, reopened nor shared',
      calls: [
        [completeWorkQueueItems, 'workQueueEncounterId', 'seenClaimUserId'],
        [reopenWorkQueueItems, 'workQueueEncounterId'],
        [saveWorkQueueItemAccess, 'workQueueEncounterIds'],
      ],
      compare: refuseItems,
    },
    {
      name: 'queues, their counts and their badge hold exactly what is the user’s',
      calls: [
        [getWorkQueueFilters, 'workQueueId'],
        [listWorkQueueItems, 'workQueueId'],
        [listWorkQueueItemsByStatus, 'workQueueId'],
      ],
      compare: compareQueues,
    },
  ],
};
