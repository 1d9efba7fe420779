import { WorkQueue } from '@careloop/contracts/codes';
import { declineReferral } from '@careloop/contracts/referrals/processing';
import { listWorkQueueItems } from '@careloop/contracts/work-queues';
import {
  claimWorkQueueItem,
  completeWorkQueueItems,
  reopenWorkQueueItems,
  workQueueTexts,
} from '@careloop/contracts/work-queues/items';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { addProxy, buildReferral, buildReferralParties, buildUser } from '../../../test/factories.ts';
import { startTestApp } from '../../../test/harness.ts';
import type { TestApp } from '../../../test/harness.ts';
import { auditOf, queueItemOf } from '../../../test/queueItems.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const workQueueId = WorkQueue.referralToProcess;

async function buildItem(parties: Awaited<ReturnType<typeof buildReferralParties>>) {
  const referral = await buildReferral(app, { parties });
  const item = await queueItemOf(app.db, referral.referralId);
  return { ...referral, workQueueEncounterId: item.work_queue_encounter_id };
}

describe('undoing the removal of several items', () => {
  const removedOf = async (count: number) => {
    const parties = await buildReferralParties(app);
    const built = [];
    for (let index = 0; index < count; index += 1) built.push(await buildItem(parties));
    const caller = await app.as(parties.receiver);
    const items = built.map(({ workQueueEncounterId }) => ({ workQueueEncounterId, version: 1 }));
    const { results } = await caller.ok(completeWorkQueueItems, { items });
    const removed = results.map(({ workQueueEncounterId, version }) => ({
      workQueueEncounterId,
      version: version ?? 0,
    }));
    return { caller, parties, built, removed };
  };

  test('puts all of them back, once, and is audited', async () => {
    const { caller, removed } = await removedOf(2);
    const undo = () => caller.ok(reopenWorkQueueItems, { items: removed }, { 'idempotency-key': 'undo-several' });
    const undone = await undo();
    expect(undone.results).toMatchObject([
      { isDone: true, version: 3 },
      { isDone: true, version: 3 },
    ]);
    expect(await undo()).toEqual(undone);
    expect(await caller.ok(listWorkQueueItems, { workQueueId })).toMatchObject({ totalItemCount: 2 });
    for (const { workQueueEncounterId } of removed) {
      expect(await auditOf(app.db, workQueueEncounterId)).toEqual([
        'work_queue_item.completed',
        'work_queue_item.reopened',
      ]);
    }
  });

  test('refuses items of others and those that cannot be put back, and puts back the rest', async () => {
    const { caller, built, removed } = await removedOf(4);
    const [answered, again, outdated, rest] = removed.map(({ workQueueEncounterId }) => workQueueEncounterId);
    await caller.ok(declineReferral, { referralId: built[0]?.referralId ?? 0, declineReason: 1 });
    const sameSubject = app.db
      .selectFrom('work_queue_encounter')
      .select([
        'work_queue_id',
        'owner_user_id',
        'patient_id',
        'subject_type',
        'subject_id',
        'encounter_date',
        'on_top_from',
      ])
      .where('work_queue_encounter_id', '=', again ?? 0);
    await app.db
      .insertInto('work_queue_encounter')
      .values(await sameSubject.executeTakeFirstOrThrow())
      .execute();
    const others = await removedOf(1);
    const items = [...removed, ...others.removed].map((item) =>
      item.workQueueEncounterId === outdated ? { ...item, version: 1 } : item,
    );
    const { results } = await caller.ok(reopenWorkQueueItems, { items });
    const messages = new Map(results.map((result) => [result.workQueueEncounterId, result.message]));
    expect(messages.get(answered ?? 0)).toBe('This item was completed by an answer.');
    expect(messages.get(again ?? 0)).toBe(workQueueTexts.openAgain);
    expect(messages.get(outdated ?? 0)).toMatch(/completed this item in the meantime/);
    expect(messages.get(others.removed[0]?.workQueueEncounterId ?? 0)).toBe(workQueueTexts.notTheirs);
    expect(messages.get(rest ?? 0)).toBeNull();
    expect(await auditOf(app.db, others.removed[0]?.workQueueEncounterId ?? 0)).toEqual(['work_queue_item.completed']);
  });
});

test('an item that somebody claimed since it was selected is not removed with others; a claim the user saw is no obstacle', async () => {
  const parties = await buildReferralParties(app);
  const [free, claimed] = [await buildItem(parties), await buildItem(parties)];
  const office = await buildUser(app.db, { clientId: parties.receiver.clientId });
  await addProxy(app.db, parties.receiver, office);
  const [owner, proxy] = [await app.as(parties.receiver), await app.as(office)];
  const { workQueueEncounterId } = claimed;
  await proxy.ok(claimWorkQueueItem, { workQueueEncounterId, isClaimed: true });
  const selected = [free, claimed].map((item) => ({ workQueueEncounterId: item.workQueueEncounterId, version: 1 }));
  const { results } = await owner.ok(completeWorkQueueItems, { items: selected });
  expect(results).toMatchObject([
    { isDone: true, version: 2 },
    {
      isDone: false,
      version: null,
      message: expect.stringContaining('started working on this item after you selected it.'),
    },
  ]);
  expect(await auditOf(app.db, workQueueEncounterId)).toEqual(['work_queue_item.claimed']);
  const seen = [{ workQueueEncounterId, version: 1, seenClaimUserId: office.userId }];
  expect(await owner.ok(completeWorkQueueItems, { items: seen })).toMatchObject({ results: [{ isDone: true }] });
});
