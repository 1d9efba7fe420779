import { WorkQueue } from '@careloop/contracts/codes';
import { getDashboard } from '@careloop/contracts/dashboard';
import { getReferral } from '@careloop/contracts/referrals';
import { declineReferral } from '@careloop/contracts/referrals/processing';
import { changeReferralUrgency } from '@careloop/contracts/referrals/updating';
import {
  getWorkQueueFilters,
  getWorkQueues,
  listWorkQueueItems,
  listWorkQueueItemsByStatus,
  setHiddenWorkQueues,
  unknownWorkQueue,
} from '@careloop/contracts/work-queues';
import {
  claimWorkQueueItem,
  completeWorkQueueItems,
  getQueuedEncounters,
  getWorkQueueItemState,
  listWorkQueueItemAccess,
  mostItems,
  reopenWorkQueueItems,
  saveWorkQueueItemAccess,
  setWorkQueueItemCompleted,
  workQueueTexts,
} from '@careloop/contracts/work-queues/items';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { inTurn } from '../../../test/attempts.ts';
import {
  addProxy,
  addToCareTeam,
  buildProvider,
  buildReferral,
  buildReferralParties,
  buildUser,
} from '../../../test/factories.ts';
import { startTestApp } from '../../../test/harness.ts';
import type { TestApp } from '../../../test/harness.ts';
import { auditOf, queueItemOf } from '../../../test/queueItems.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const workQueueId = WorkQueue.referralToProcess;

async function buildItem(parties?: Awaited<ReturnType<typeof buildReferralParties>>) {
  const referral = await buildReferral(app, parties === undefined ? {} : { parties });
  const item = await queueItemOf(app.db, referral.referralId);
  return { ...referral, workQueueEncounterId: item.work_queue_encounter_id };
}

describe('completing', () => {
  test('an unanswered referral gives a warning, removes it from the queue, and keeps it pending', async () => {
    const { receiver, referralId, workQueueEncounterId } = await buildItem();
    const caller = await app.as(receiver);
    const { items } = await caller.ok(listWorkQueueItems, { workQueueId });
    expect(items[0]).toMatchObject({
      completionWarning: expect.stringContaining('the sender still waits'),
      can: { complete: true },
    });
    await caller.ok(setWorkQueueItemCompleted, { workQueueEncounterId, setCompleted: true, version: 1 });
    expect(await caller.ok(listWorkQueueItems, { workQueueId })).toMatchObject({ totalItemCount: 0 });
    expect(await caller.ok(getReferral, { referralId })).toMatchObject({ status: 'pending' });
    expect(await auditOf(app.db, workQueueEncounterId)).toEqual(['work_queue_item.completed']);
  });

  test('by hand can be undone: the item is urgent if its referral became STAT in the meantime', async () => {
    const { sender, receiver, referralId, workQueueEncounterId } = await buildItem();
    const caller = await app.as(receiver);
    await caller.ok(setWorkQueueItemCompleted, { workQueueEncounterId, setCompleted: true });
    await (await app.as(sender)).ok(changeReferralUrgency, { referralId, urgencyDays: 1 });
    await caller.ok(setWorkQueueItemCompleted, { workQueueEncounterId, setCompleted: false });
    const { urgentItems } = await caller.ok(getDashboard, {});
    expect(urgentItems?.items).toMatchObject([{ workQueueEncounterId, urgencyDays: 1 }]);
  });

  test('by an answer is final: the item cannot be reopened by hand', async () => {
    const { receiver, referralId, workQueueEncounterId } = await buildItem();
    const caller = await app.as(receiver);
    await caller.ok(declineReferral, { referralId, declineReason: 1 });
    const reopen = { workQueueEncounterId, setCompleted: false };
    expect(await caller.fail(setWorkQueueItemCompleted, reopen)).toMatchObject({
      message: 'This item was completed by an answer.',
    });
  });

  test('handles a lost response: a repeated request gets the outcome of the first', async () => {
    const parties = await buildReferralParties(app);
    const [one, { workQueueEncounterId }] = [await buildItem(parties), await buildItem(parties)];
    const caller = await app.as(parties.receiver);
    const items = [{ workQueueEncounterId: one.workQueueEncounterId, version: 1 }];
    const several = () => caller.ok(completeWorkQueueItems, { items }, { 'idempotency-key': 'several-items' });
    expect(await several()).toMatchObject({ results: [{ isDone: true }] });
    expect(await several()).toMatchObject({ results: [{ isDone: true }] });
    const single = () =>
      caller.ok(
        setWorkQueueItemCompleted,
        { workQueueEncounterId, setCompleted: true, version: 1 },
        { 'idempotency-key': 'a-single-item' },
      );
    expect(await single()).toEqual(await single());
    expect(await auditOf(app.db, one.workQueueEncounterId)).toEqual(['work_queue_item.completed']);
    expect(await auditOf(app.db, workQueueEncounterId)).toEqual(['work_queue_item.completed']);
  });

  test('several at once returns an outcome for each', async () => {
    const parties = await buildReferralParties(app);
    const [first, second] = [await buildItem(parties), await buildItem(parties)];
    const strangers = await buildItem();
    const caller = await app.as(parties.receiver);
    const { results } = await caller.ok(completeWorkQueueItems, {
      items: [
        { workQueueEncounterId: strangers.workQueueEncounterId, version: 1 },
        { workQueueEncounterId: second.workQueueEncounterId, version: 7 },
        { workQueueEncounterId: first.workQueueEncounterId, version: 1 },
      ],
    });
    const outcome = new Map(results.map((result) => [result.workQueueEncounterId, result]));
    expect(outcome.get(first.workQueueEncounterId)).toMatchObject({ isDone: true, message: null });
    expect(outcome.get(second.workQueueEncounterId)).toMatchObject({ isDone: false, message: workQueueTexts.changed });
    expect(outcome.get(strangers.workQueueEncounterId)).toMatchObject({
      isDone: false,
      message: workQueueTexts.notTheirs,
    });
    expect(await auditOf(app.db, strangers.workQueueEncounterId)).toEqual([]);
    const many = Array.from({ length: mostItems + 1 }, (_, index) => ({ workQueueEncounterId: index + 1, version: 1 }));
    expect(await caller.fail(completeWorkQueueItems, { items: many })).toMatchObject({
      validationErrors: { items: workQueueTexts.tooManyItems },
    });
  });
});

describe('sharing', () => {
  test('gives a colleague access to the item and its referral, until it is unshared', async () => {
    const { receiver, referralId, workQueueEncounterId } = await buildItem();
    const colleague = await buildUser(app.db, { clientId: receiver.clientId, firstName: 'Ada', lastName: 'Ames' });
    const owner = await app.as(receiver);
    const other = await app.as(colleague);
    const share = (change: { addedUserIds?: number[]; removedUserIds?: number[] }) =>
      owner.ok(saveWorkQueueItemAccess, { workQueueEncounterIds: [workQueueEncounterId], ...change });
    expect(await other.ok(listWorkQueueItems, { workQueueId })).toMatchObject({ totalItemCount: 0 });

    expect((await share({ addedUserIds: [colleague.userId] })).results).toMatchObject([{ isDone: true }]);
    const { items } = await other.ok(listWorkQueueItems, { workQueueId });
    expect(items).toMatchObject([
      { workQueueEncounterId, sharedCount: 1, can: { share: workQueueTexts.onlyOwnersShare, complete: true } },
    ]);
    expect(await other.ok(getReferral, { referralId })).toMatchObject({ referralId });
    expect(await owner.ok(listWorkQueueItemAccess, { workQueueEncounterId })).toMatchObject({
      users: [{ userId: colleague.userId, fullName: 'Ada Ames' }],
    });
    const theirs = { workQueueEncounterIds: [workQueueEncounterId], addedUserIds: [colleague.userId] };
    expect((await other.ok(saveWorkQueueItemAccess, theirs)).results).toMatchObject([
      { isDone: false, message: workQueueTexts.onlyOwnersShare },
    ]);

    await share({ removedUserIds: [colleague.userId] });
    expect(await other.ok(listWorkQueueItems, { workQueueId })).toMatchObject({ totalItemCount: 0 });
    expect(await other.fail(getReferral, { referralId })).toMatchObject({ code: 'unauthorized_patient' });
    expect(await other.fail(listWorkQueueItemAccess, { workQueueEncounterId })).toMatchObject({
      code: 'unauthorized_patient',
    });
    expect(await auditOf(app.db, workQueueEncounterId)).toEqual(['work_queue_item.shared', 'work_queue_item.shared']);
  });

  test('with a user of another client, or without the permission, is refused with a message', async () => {
    const { receiver, workQueueEncounterId } = await buildItem();
    const owner = await app.as(receiver);
    const elsewhere = await buildProvider(app.db);
    const idle = await buildUser(app.db, { clientId: receiver.clientId, permissions: ['Messages'] });
    for (const user of [elsewhere, idle]) {
      const change = { workQueueEncounterIds: [workQueueEncounterId], addedUserIds: [user.userId] };
      expect((await owner.ok(saveWorkQueueItemAccess, change)).results).toMatchObject([
        { isDone: false, message: workQueueTexts.cannotShareWith },
      ]);
    }
  });
});

describe('sharing ends', () => {
  test('with the membership of the other user', async () => {
    const { receiver, referralId, workQueueEncounterId } = await buildItem();
    const colleague = await buildUser(app.db, { clientId: receiver.clientId });
    const change = { workQueueEncounterIds: [workQueueEncounterId], addedUserIds: [colleague.userId] };
    await (await app.as(receiver)).ok(saveWorkQueueItemAccess, change);
    const other = await app.as(colleague);
    await other.ok(getReferral, { referralId });
    await app.db.deleteFrom('user_client').where('user_id', '=', colleague.userId).execute();
    expect(await other.ok(listWorkQueueItems, { workQueueId })).toMatchObject({ totalItemCount: 0 });
    expect(await other.fail(getReferral, { referralId })).toMatchObject({ code: 'unauthorized_patient' });
  });

  test('and every other action is refused if the item is visible only by emergency access', async () => {
    const { sender, receiver, patient, referralId } = await buildItem();
    await (await app.as(receiver)).ok(declineReferral, { referralId, declineReason: 1 });
    await app.db
      .deleteFrom('user_permission')
      .where('user_id', '=', sender.userId)
      .where('permission', '=', 'ViewAllPatients')
      .execute();
    const colleague = await buildUser(app.db, { clientId: sender.clientId });
    const caller = await app.as(sender);
    const declined = async () =>
      (await caller.ok(listWorkQueueItems, { workQueueId: WorkQueue.referralsDeclined })).items;
    expect(await declined()).toEqual([]);
    await app.db
      .insertInto('break_glass_access')
      .values({
        user_id: sender.userId,
        patient_id: patient.patientId,
        reason: 'Unconscious in the emergency department',
        expires_at: new Date(Date.now() + 3_600_000),
      })
      .execute();
    const [item] = await declined();
    const { emergency, onlyOwnersShare } = workQueueTexts;
    expect(item).toMatchObject({
      subjectId: referralId,
      can: { share: onlyOwnersShare, complete: emergency, claim: emergency },
    });
    const change = { workQueueEncounterIds: [item?.workQueueEncounterId ?? 0], addedUserIds: [colleague.userId] };
    expect((await caller.ok(saveWorkQueueItemAccess, change)).results).toMatchObject([{ isDone: false }]);
    const { workQueueEncounterId = 0, version = 0 } = item ?? {};
    const refusal = { message: emergency };
    const complete = { workQueueEncounterId, setCompleted: true };
    expect(await caller.fail(setWorkQueueItemCompleted, complete)).toMatchObject(refusal);
    expect(await caller.fail(claimWorkQueueItem, { workQueueEncounterId, isClaimed: true })).toMatchObject(refusal);
    const several = { items: [{ workQueueEncounterId, version }] };
    expect((await caller.ok(completeWorkQueueItems, several)).results).toMatchObject([{ isDone: false, ...refusal }]);
    await app.db
      .updateTable('work_queue_encounter')
      .set({ status: 'completed' })
      .where('work_queue_encounter_id', '=', workQueueEncounterId)
      .execute();
    const reopen = { workQueueEncounterId, setCompleted: false };
    expect(await caller.fail(setWorkQueueItemCompleted, reopen)).toMatchObject(refusal);
  });
});

describe('claiming', () => {
  test('shows others who works on the item; another user cannot claim it until it is released or 15 minutes have passed', async () => {
    const { receiver, workQueueEncounterId } = await buildItem();
    const office = await buildUser(app.db, { clientId: receiver.clientId });
    await addProxy(app.db, receiver, office);
    const [owner, proxy] = [await app.as(receiver), await app.as(office)];
    const claim = { workQueueEncounterId, isClaimed: true };
    const claimSeenBy = async (caller: typeof owner) =>
      (await caller.ok(listWorkQueueItems, { workQueueId })).items[0]?.claim?.userId;

    await owner.ok(claimWorkQueueItem, claim);
    expect(await claimSeenBy(proxy)).toBe(receiver.userId);
    expect(await proxy.fail(claimWorkQueueItem, claim)).toMatchObject({
      code: 'wrong_state',
      message: expect.stringContaining('is working on this item'),
    });
    expect(await proxy.fail(claimWorkQueueItem, { ...claim, isClaimed: false })).toMatchObject({ code: 'wrong_state' });
    const claimedBy = async (caller: typeof owner, by: 'me' | 'others' | 'nobody') =>
      (await caller.ok(listWorkQueueItems, { workQueueId, claimedBy: by })).totalItemCount;
    expect([await claimedBy(owner, 'me'), await claimedBy(proxy, 'me')]).toEqual([1, 0]);
    expect([await claimedBy(proxy, 'others'), await claimedBy(proxy, 'nobody')]).toEqual([1, 0]);

    await app.db
      .updateTable('work_queue_encounter')
      .set({ claimed_at: new Date(Date.now() - 16 * 60_000) })
      .where('work_queue_encounter_id', '=', workQueueEncounterId)
      .execute();
    expect(await claimSeenBy(owner)).toBeUndefined();
    await proxy.ok(claimWorkQueueItem, claim);
    await proxy.ok(claimWorkQueueItem, { ...claim, isClaimed: false });
    expect(await auditOf(app.db, workQueueEncounterId)).toEqual([
      'work_queue_item.claimed',
      'work_queue_item.claimed',
      'work_queue_item.released',
    ]);
  });
});

describe('filters', () => {
  test('have the number of matching rows', async () => {
    const parties = await buildReferralParties(app);
    const items = [await buildItem(parties), await buildItem(parties), await buildItem(parties)];
    const [first, second] = items;
    await app.db
      .updateTable('referral')
      .set({ urgency_days: 30 })
      .where('referral_id', '=', first?.referralId ?? 0)
      .execute();
    await app.db
      .updateTable('work_queue_encounter')
      .set({ created_at: new Date(Date.now() - 8 * 86_400_000) })
      .where('work_queue_encounter_id', '=', second?.workQueueEncounterId ?? 0)
      .execute();
    const caller = await app.as(parties.receiver);
    for (const status of [1, 2, 3]) {
      const facets = await caller.ok(getWorkQueueFilters, { workQueueId, status });
      const total = async (filter: object) =>
        (await caller.ok(listWorkQueueItemsByStatus, { workQueueId, status, ...filter })).totalItemCount;
      for (const { count, name: _, ...filter } of [
        ...facets.facilities,
        ...facets.encounterTypes,
        ...facets.specialties,
        ...facets.urgencies,
        ...facets.waitingTimes,
        ...facets.claimedBy,
      ] as { count: number; name?: string }[]) {
        expect([filter, await total(filter)]).toEqual([filter, count]);
      }
      for (const one of facets.statuses) expect(await total({ status: one.status })).toBe(one.count);
      expect(facets.urgencies).toEqual(
        status === 2
          ? []
          : [
              { urgencyDays: 7, count: 2 },
              { urgencyDays: 30, count: 1 },
            ],
      );
    }
    expect((await caller.ok(getWorkQueueFilters, { workQueueId })).waitingTimes).toEqual([
      { waitingDays: 1, count: 1 },
      { waitingDays: 3, count: 1 },
      { waitingDays: 7, count: 1 },
    ]);
    for (const call of [getWorkQueueFilters, listWorkQueueItems])
      expect(await caller.fail(call, { workQueueId: 999 })).toMatchObject({ code: 'refused' });
  });
});

describe('settings', () => {
  test('of two sets hidden at the same moment the second remains', async () => {
    const user = await buildUser(app.db, { permissions: ['ManageWorkQueues'] });
    const caller = await app.as(user);
    const hide = (id: number) => () => caller.ok(setHiddenWorkQueues, { workQueueIds: [id] });
    const lock = sql`select from user_account where user_id = ${user.userId} for update`;
    await inTurn(app.db, lock, hide(20), hide(22));
    const { categories } = await caller.ok(getWorkQueues, {});
    const hidden = categories.flatMap(({ workQueues }) => workQueues).filter((queue) => queue.userHidden);
    expect(hidden.map((queue) => queue.workQueueId)).toEqual([22]);
  });

  test('hide exactly the named queues; their items can still be found, but are not counted', async () => {
    const { receiver } = await buildItem();
    const caller = await app.as(receiver);
    const hidden = async () => {
      const { categories, openCount } = await caller.ok(getWorkQueues, {});
      const queues = categories.flatMap((category) => category.workQueues);
      return { openCount, hidden: queues.filter((queue) => queue.userHidden).map((queue) => queue.workQueueId) };
    };
    await caller.ok(setHiddenWorkQueues, { workQueueIds: [20, 22] });
    expect(await hidden()).toEqual({ openCount: 0, hidden: [22, 20] });
    expect(await caller.ok(listWorkQueueItems, { workQueueId })).toMatchObject({ totalItemCount: 1 });
    const unknown = await caller.fail(setHiddenWorkQueues, { workQueueIds: [999] });
    expect(unknown.validationErrors).toEqual({ 'workQueueIds.0': unknownWorkQueue });
    expect(await hidden()).toEqual({ openCount: 0, hidden: [22, 20] });
    await caller.ok(setHiddenWorkQueues, { workQueueIds: [20] });
    expect(await hidden()).toEqual({ openCount: 1, hidden: [20] });
    const other = await app.as(await buildUser(app.db, { clientId: receiver.clientId }));
    expect((await other.ok(getWorkQueues, {})).categories.flatMap((one) => one.workQueues)).not.toContainEqual(
      expect.objectContaining({ userHidden: true }),
    );
  });
});

test('a user turns the colors of waiting time on and off, for themselves only', async () => {
  const { receiver } = await buildItem();
  const caller = await app.as(receiver);
  const shows = async (who = caller) => (await who.ok(getWorkQueues, {})).showsWaitingTime;
  expect(await shows()).toBe(false);
  await caller.ok(setHiddenWorkQueues, { workQueueIds: [20], showsWaitingTime: true });
  expect(await shows()).toBe(true);
  expect(await shows(await app.as(await buildUser(app.db, { clientId: receiver.clientId })))).toBe(false);
  // Hiding queues does not change the setting.
  await caller.ok(setHiddenWorkQueues, { workQueueIds: [] });
  expect(await shows()).toBe(true);
  await caller.ok(setHiddenWorkQueues, { workQueueIds: [], showsWaitingTime: false });
  expect(await shows()).toBe(false);
  expect(await caller.fail(setHiddenWorkQueues, { workQueueIds: [], showsWaitingTime: 'yes' })).toMatchObject({
    validationErrors: { showsWaitingTime: 'Invalid value' },
  });
});

test('the encounters of items are returned to users with the items', async () => {
  const parties = await buildReferralParties(app);
  const { patient_encounter_id: patientEncounterId } = await app.db
    .insertInto('patient_encounter')
    .values({
      patient_id: parties.patient.patientId,
      encounter_type: 'emergency',
      encounter_date: new Date('2026-03-02T10:00:00Z'),
      time_zone: 'America/Chicago',
      admit_reason: 'Chest pain',
    })
    .returning('patient_encounter_id')
    .executeTakeFirstOrThrow();
  await buildItem(parties);
  const info = { patientEncounterIds: [patientEncounterId, 999_999] };
  const receiver = await app.as(parties.receiver);
  // With the time zone of its place, so that its day is the same for every reader.
  const timeZone = 'America/Chicago';
  expect(await receiver.ok(listWorkQueueItems, { workQueueId })).toMatchObject({
    items: [{ patientEncounterId, timeZone }],
  });
  // Health data of the encounter is only for users who may see the patient.
  expect(await receiver.ok(getQueuedEncounters, info)).toMatchObject({
    encountersInfo: [{ patientEncounterId, encounterType: 'emergency', timeZone, admitReason: null }],
  });
  await addToCareTeam(app.db, parties.patient, parties.receiver);
  expect(await receiver.ok(getQueuedEncounters, info)).toMatchObject({
    encountersInfo: [{ patientEncounterId, admitReason: 'Chest pain' }],
  });
  const stranger = await app.as(await buildUser(app.db));
  expect(await stranger.ok(getQueuedEncounters, info)).toMatchObject({ encountersInfo: [] });
  expect(await receiver.fail(getQueuedEncounters, { patientEncounterIds: [] })).toMatchObject({
    code: 'invalid_input',
  });
});

test('every call needs a session, the permission, and an item of the caller', async () => {
  const { workQueueEncounterId } = await buildItem();
  const without = await app.as(await buildUser(app.db, { permissions: [] }));
  const stranger = await app.as(await buildUser(app.db));
  const calls = [
    [setWorkQueueItemCompleted, { workQueueEncounterId, setCompleted: true }],
    [claimWorkQueueItem, { workQueueEncounterId, isClaimed: true }],
    [listWorkQueueItemAccess, { workQueueEncounterId }],
    [getWorkQueueItemState, { workQueueEncounterId }],
    [saveWorkQueueItemAccess, { workQueueEncounterIds: [workQueueEncounterId] }],
    [completeWorkQueueItems, { items: [{ workQueueEncounterId, version: 1 }] }],
    [reopenWorkQueueItems, { items: [{ workQueueEncounterId, version: 1 }] }],
    [getWorkQueueFilters, { workQueueId }],
    [getQueuedEncounters, { patientEncounterIds: [1] }],
    [setHiddenWorkQueues, { workQueueIds: [] }],
  ] as const;
  for (const [endpoint, input] of calls) {
    expect(await app.nobody.fail(endpoint, input as never)).toMatchObject({ status: 401 });
    expect(await without.fail(endpoint, input as never)).toMatchObject({ status: 403 });
  }
  for (const [endpoint, input] of calls.slice(0, 4)) {
    expect(await stranger.fail(endpoint, input as never)).toMatchObject({ code: 'unauthorized_patient' });
  }
  for (const [endpoint, input] of calls.slice(4, 7)) {
    expect(await stranger.ok(endpoint, input as never)).toMatchObject({
      results: [{ isDone: false, message: workQueueTexts.notTheirs }],
    });
  }
});
