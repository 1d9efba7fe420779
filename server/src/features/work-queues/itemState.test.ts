import { WorkQueue, WorkQueueStatus } from '@careloop/contracts/codes';
import { declineReferral } from '@careloop/contracts/referrals/processing';
import { listWorkQueueItemsByStatus } from '@careloop/contracts/work-queues';
import {
  getWorkQueueItemState,
  saveWorkQueueItemAccess,
  setWorkQueueItemCompleted,
  workQueueTexts,
} from '@careloop/contracts/work-queues/items';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { addProxy, buildReferral, buildUser } from '../../../test/factories.ts';
import { startTestApp } from '../../../test/harness.ts';
import type { TestApp } from '../../../test/harness.ts';
import { queueItemOf } from '../../../test/queueItems.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const all = { workQueueId: WorkQueue.referralToProcess, status: WorkQueueStatus.all };

/** An item, its owner, and a colleague who acts for the owner. */
async function buildItem() {
  const { receiver, referralId } = await buildReferral(app);
  const { work_queue_encounter_id: workQueueEncounterId } = await queueItemOf(app.db, referralId);
  const office = await buildUser(app.db, { clientId: receiver.clientId, firstName: 'Ada', lastName: 'Ames' });
  await addProxy(app.db, receiver, office);
  const [owner, colleague] = [await app.as(receiver), await app.as(office)];
  const read = async () => (await owner.ok(listWorkQueueItemsByStatus, all)).items[0];
  return { owner, colleague, office, receiver, referralId, workQueueEncounterId, read };
}

test('an item names who completed it by hand and when, until it is reopened', async () => {
  const { colleague, workQueueEncounterId, read } = await buildItem();
  expect(await read()).toMatchObject({ completedAt: null, completedByName: null });
  await colleague.ok(setWorkQueueItemCompleted, { workQueueEncounterId, setCompleted: true });
  const completed = await read();
  expect(completed).toMatchObject({ status: 'completed', completedByName: 'Ada Ames' });
  expect(Math.abs(Date.parse(completed?.completedAt ?? '') - Date.now())).toBeLessThan(60_000);
  await colleague.ok(setWorkQueueItemCompleted, { workQueueEncounterId, setCompleted: false });
  expect(await read()).toMatchObject({ status: 'open', completedAt: null, completedByName: null });
});

test('an item names who completed it by an answer', async () => {
  const { colleague, referralId, read } = await buildItem();
  await colleague.ok(declineReferral, { referralId, declineReason: 1 });
  expect(await read()).toMatchObject({
    status: 'completed',
    completedByName: 'Ada Ames',
    completedAt: expect.any(String),
  });
});

test('a stale completion says who completed the item and when, and so does its state', async () => {
  const { owner, colleague, office, workQueueEncounterId, read } = await buildItem();
  const complete = { workQueueEncounterId, setCompleted: true, version: 1 };
  expect(await owner.ok(getWorkQueueItemState, { workQueueEncounterId })).toMatchObject({
    workQueueId: WorkQueue.referralToProcess,
    status: 'open',
    completedByName: null,
  });
  await colleague.ok(setWorkQueueItemCompleted, complete);
  const completed = { completedAt: (await read())?.completedAt, completedByName: 'Ada Ames' };
  expect(await owner.fail(setWorkQueueItemCompleted, complete)).toMatchObject({
    status: 409,
    message: 'Ada Ames completed this item in the meantime.',
    current: {
      version: 2,
      changedByUserId: office.userId,
      changedBy: 'Ada Ames',
      changedAt: completed.completedAt,
      what: 'completed',
    },
  });
  // The same user in another window.
  expect((await colleague.fail(setWorkQueueItemCompleted, complete)).message).toBe(
    'You completed this item in the meantime.',
  );
  expect(await owner.ok(getWorkQueueItemState, { workQueueEncounterId })).toMatchObject({
    status: 'completed',
    ...completed,
  });
  // Reopened by somebody: nobody has completed it.
  await colleague.ok(setWorkQueueItemCompleted, { ...complete, setCompleted: false, version: 2 });
  const { message, current } = await owner.fail(setWorkQueueItemCompleted, complete);
  expect({ message, current }).toMatchObject({ message: workQueueTexts.changed, current: { changedBy: null } });
});

test('an item names who shared it, only to those who have it by sharing', async () => {
  const { owner, colleague, receiver, workQueueEncounterId } = await buildItem();
  const friend = await buildUser(app.db, { clientId: receiver.clientId });
  const other = await app.as(friend);
  const share = { workQueueEncounterIds: [workQueueEncounterId], addedUserIds: [friend.userId] };
  await colleague.ok(saveWorkQueueItemAccess, share);
  const sharers = async (caller: typeof other) =>
    (await caller.ok(listWorkQueueItemsByStatus, all)).items.map(({ sharedByName }) => sharedByName);
  expect(await sharers(other)).toEqual(['Ada Ames']);
  expect(await sharers(owner)).toEqual([null]);
  // Owning it for somebody else comes before sharing.
  await addProxy(app.db, receiver, friend);
  expect(await sharers(await app.as(friend))).toEqual([null]);
});
