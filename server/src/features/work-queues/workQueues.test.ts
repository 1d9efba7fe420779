import { WorkQueue } from '@careloop/contracts/codes';
import {
  getWorkQueueFilters,
  getWorkQueues,
  listWorkQueueItems,
  listWorkQueueItemsByStatus,
  saveWorkQueueOrder,
  unknownWorkQueue,
} from '@careloop/contracts/work-queues';
import { createReferral } from '@careloop/contracts/referrals';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import {
  addProxy,
  buildCoordinator,
  buildPatient,
  buildProvider,
  buildReferral,
  buildReferralParties,
  buildUser,
  referralInput,
} from '../../../test/factories.ts';
import { startTestApp } from '../../../test/harness.ts';
import type { TestApp } from '../../../test/harness.ts';
import { queueItemOf } from '../../../test/queueItems.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const queue = { workQueueId: WorkQueue.referralToProcess };

async function openCounts(caller: Awaited<ReturnType<TestApp['as']>>) {
  const { categories, openCount } = await caller.ok(getWorkQueues, {});
  const counts = categories.flatMap((category) => category.workQueues).filter((one) => one.openCount > 0);
  return { openCount, counts: counts.map((one) => [one.code, one.openCount]) };
}

describe('access to items', () => {
  test('tree, badge and list agree for the owner, a proxy, and a user it is shared with', async () => {
    const { receiver, referralId } = await buildReferral(app);
    const office = await buildUser(app.db, { clientId: receiver.clientId });
    await addProxy(app.db, receiver, office);
    const colleague = await buildUser(app.db, { clientId: receiver.clientId });
    const item = await queueItemOf(app.db, referralId);
    await app.db
      .insertInto('work_queue_encounter_access')
      .values(
        [receiver, colleague, office].map((user) => ({
          ...item,
          user_id: user.userId,
          granted_by_user_id: receiver.userId,
        })),
      )
      .execute();
    for (const user of [receiver, office, colleague]) {
      const caller = await app.as(user);
      const page = await caller.ok(listWorkQueueItems, queue);
      expect(page).toMatchObject({ totalItemCount: 1, numPages: 1, items: [{ referral: { referralId } }] });
      expect(await openCounts(caller)).toEqual({ openCount: 1, counts: [['ReferralToProcess', 1]] });
    }
    const other = await app.as(await buildUser(app.db, { clientId: receiver.clientId }));
    expect(await other.ok(listWorkQueueItems, queue)).toMatchObject({ totalItemCount: 0, items: [] });
    expect(await openCounts(other)).toEqual({ openCount: 0, counts: [] });
  });

  test('items owned by a client are for its coordinators only', async () => {
    const coordinator = await buildCoordinator(app.db);
    const patient = await buildPatient(app.db, { clientId: coordinator.clientId });
    await app.db
      .insertInto('work_queue_encounter')
      .values({
        work_queue_id: 25,
        owner_client_id: coordinator.clientId,
        patient_id: patient.patientId,
        encounter_date: new Date(),
      })
      .execute();
    expect(await openCounts(await app.as(coordinator))).toEqual({ openCount: 1, counts: [['ReferralExceptions', 1]] });
    const user = await buildUser(app.db, {
      clientId: coordinator.clientId,
      permissions: ['ManageWorkQueues', 'ViewAllPatients'],
    });
    expect(await openCounts(await app.as(user))).toEqual({ openCount: 0, counts: [] });
  });

  test('a hidden queue does not count for the badge', async () => {
    const { receiver } = await buildReferral(app);
    await app.db.insertInto('work_queue_user_hidden').values({ user_id: receiver.userId, work_queue_id: 22 }).execute();
    expect(await openCounts(await app.as(receiver))).toEqual({ openCount: 0, counts: [['ReferralToProcess', 1]] });
  });
});

describe('a page', () => {
  test('has twenty items in the requested order, with the exact total', async () => {
    const parties = await buildReferralParties(app);
    for (let index = 0; index < 21; index += 1) await buildReferral(app, { parties });
    const caller = await app.as(parties.receiver);
    const ascending = { ...queue, sortBy: 'createdAt', sortDirection: 'ASC' } as const;
    const [first, second] = [
      await caller.ok(listWorkQueueItems, ascending),
      await caller.ok(listWorkQueueItems, { ...ascending, page: 2 }),
    ];
    expect(first).toMatchObject({ page: 1, numPages: 2, totalItemCount: 21 });
    const ids = [...first.items, ...second.items].map((item) => item.workQueueEncounterId);
    expect(ids).toEqual([...new Set(ids)].toSorted((a, b) => a - b));
    const newestFirst = await caller.ok(listWorkQueueItems, { ...ascending, sortDirection: 'DESC', pageSize: 21 });
    expect(newestFirst.items.map((item) => item.workQueueEncounterId)).toEqual(ids.toReversed());
    for (const sortBy of ['dueAt', 'patientName', 'encounterDate'] as const) {
      expect((await caller.ok(listWorkQueueItems, { ...queue, sortBy })).items).toHaveLength(20);
    }
    expect(await caller.ok(listWorkQueueItemsByStatus, { ...queue, status: 2 })).toMatchObject({ totalItemCount: 0 });
    expect(await caller.ok(listWorkQueueItemsByStatus, { ...queue, status: 3 })).toMatchObject({ totalItemCount: 21 });
  });

  /** Six referrals: the first two overdue, the third STAT and due soon, the fourth STAT and overdue longest. */
  async function buildUrgent() {
    const parties = await buildReferralParties(app);
    const ids: number[] = [];
    for (let index = 0; index < 6; index += 1) ids.push((await buildReferral(app, { parties })).referralId);
    const setDue = async (referralId: number | undefined, hours: number, isStat: boolean) => {
      const due = new Date(Date.now() + hours * 3_600_000);
      await app.db
        .updateTable('referral')
        .set({ due_at: due })
        .where('referral_id', '=', referralId ?? 0)
        .execute();
      await app.db
        .updateTable('work_queue_encounter')
        .set({ on_top_from: isStat ? '-infinity' : due })
        .where('subject_id', '=', referralId ?? 0)
        .execute();
    };
    await setDue(ids[0], -5, false);
    await setDue(ids[1], -9, false);
    await setDue(ids[2], 3, true);
    await setDue(ids[3], -20, true);
    return { parties, ids, urgent: [ids[3], ids[1], ids[0], ids[2]] };
  }

  test('has exactly the order asked for, STAT or overdue or not', async () => {
    const { parties, ids } = await buildUrgent();
    const caller = await app.as(parties.receiver);
    const list = async (order: object) =>
      (await caller.ok(listWorkQueueItems, { ...queue, ...order })).items.map((item) => item.subjectId);
    expect(await list({ sortBy: 'createdAt', sortDirection: 'ASC' })).toEqual(ids);
    expect(await list({ sortBy: 'createdAt', sortDirection: 'DESC' })).toEqual(ids.toReversed());
    expect(await list({})).toEqual(await list({ sortBy: 'encounterDate', sortDirection: 'DESC' }));
    expect((await list({ sortBy: 'dueAt', sortDirection: 'ASC' })).slice(0, 4)).toEqual(
      [3, 1, 0, 2].map((index) => ids[index]),
    );
  });

  test('has urgent items first if asked, by due time, then the requested order, with exact totals on every page', async () => {
    const { parties, ids, urgent } = await buildUrgent();
    const caller = await app.as(parties.receiver);
    const input = { ...queue, urgentFirst: true, sortBy: 'createdAt', pageSize: 4 } as const;
    for (const pageSize of [1, 3, 4, 20]) {
      const seen: (number | null)[] = [];
      const marks: boolean[] = [];
      for (let page = 1; page <= Math.ceil(6 / pageSize); page += 1) {
        const answer = await caller.ok(listWorkQueueItems, { ...input, page, pageSize });
        expect(answer).toMatchObject({ totalItemCount: 6, urgentItemCount: 4, numPages: Math.ceil(6 / pageSize) });
        seen.push(...answer.items.map((item) => item.subjectId));
        marks.push(...answer.items.map((item) => item.isUrgent));
      }
      expect(seen).toEqual([...urgent, ids[5], ids[4]]);
      expect(marks).toEqual([true, true, true, true, false, false]);
    }
    expect(await caller.ok(listWorkQueueItems, { ...input, page: 3 })).toMatchObject({
      items: [],
      totalItemCount: 6,
      urgentItemCount: 4,
    });
    expect(await caller.ok(listWorkQueueItems, { ...input, status: 2 })).toMatchObject({ urgentItemCount: 0 });
  });

  test('has a STAT referral among the urgent ones from the start, and others once overdue', async () => {
    const parties = await buildReferralParties(app);
    const sender = await app.as(parties.sender);
    const urgent = await sender.ok(createReferral, { ...referralInput(parties), urgencyDays: 1 });
    const later = await buildReferral(app, { parties });
    const caller = await app.as(parties.receiver);
    const { items } = await caller.ok(listWorkQueueItems, { ...queue, urgentFirst: true });
    expect(items.map((item) => [item.subjectId, item.isUrgent])).toEqual([
      [urgent.referralId, true],
      [later.referralId, false],
    ]);
  });

  test('has its order remembered for the user who chose it, per queue', async () => {
    const [mine, theirs] = [await app.as(await buildProvider(app.db)), await app.as(await buildProvider(app.db))];
    const orders = async (caller: typeof mine) =>
      (await caller.ok(getWorkQueues, {})).categories
        .flatMap(({ workQueues }) => workQueues)
        .flatMap(({ workQueueId, order }) => (order === null ? [] : [{ workQueueId, ...order }]));
    expect(await orders(mine)).toEqual([]);
    const chosen = { ...queue, sortBy: 'dueAt', sortDirection: 'ASC' } as const;
    for (const order of [{ ...chosen, sortBy: 'patientName' } as const, chosen])
      await mine.ok(saveWorkQueueOrder, order);
    expect(await orders(mine)).toEqual([chosen]);
    expect(await orders(theirs)).toEqual([]);
    expect(await mine.fail(saveWorkQueueOrder, { ...chosen, workQueueId: 999 })).toMatchObject({
      validationErrors: { workQueueId: unknownWorkQueue },
    });
    expect(await mine.fail(saveWorkQueueOrder, { ...chosen, sortBy: 'ssn' as never })).toMatchObject({
      code: 'invalid_input',
    });
    const denied = await app.as(await buildUser(app.db, { permissions: [] }));
    expect(await denied.fail(saveWorkQueueOrder, chosen)).toMatchObject({ status: 403 });
    expect(await app.nobody.fail(saveWorkQueueOrder, chosen)).toMatchObject({ status: 401 });
  });

  test('is refused for an unknown sort order', async () => {
    const caller = await app.as(await buildProvider(app.db));
    const failure = await caller.fail(listWorkQueueItems, { ...queue, sortBy: 'ssn' as never });
    expect(failure.code).toBe('invalid_input');
    expect(Object.keys(failure.validationErrors)).toEqual(['sortBy']);
  });

  test('can be filtered by tags of the items’ providers: any or all of them, and only of the user’s own client', async () => {
    const parties = await buildReferralParties(app);
    const { receiver } = parties;
    await buildReferral(app, { parties });
    const tag = async (clientId: number, tag_name: string) => {
      const { id } = await app.db
        .insertInto('healthcare_provider_tag')
        .values({ client_id: clientId, tag_name })
        .returning('healthcare_provider_tag_id as id')
        .executeTakeFirstOrThrow();
      return id;
    };
    const carry = (id: number) =>
      app.db
        .insertInto('healthcare_provider_tagging')
        .values({ healthcare_provider_id: receiver.healthcareProviderId, healthcare_provider_tag_id: id })
        .execute();
    const [spanish, unused] = [await tag(receiver.clientId, 'Spanish'), await tag(receiver.clientId, 'Unused')];
    const elsewhere = await tag((await buildProvider(app.db)).clientId, 'Elsewhere');
    for (const id of [spanish, elsewhere]) await carry(id);
    const caller = await app.as(receiver);
    const count = async (healthcareProviderTagIds: number[], tagFilterType: 'Any' | 'All' = 'Any') =>
      (await caller.ok(listWorkQueueItems, { ...queue, healthcareProviderTagIds, tagFilterType })).totalItemCount;
    expect((await caller.ok(getWorkQueueFilters, queue)).tags).toEqual([
      { healthcareProviderTagId: spanish, name: 'Spanish', count: 1 },
    ]);
    expect(await count([spanish, unused])).toBe(1);
    expect(await count([spanish, unused], 'All')).toBe(0);
    expect(await count([spanish, spanish], 'All')).toBe(1);
    expect(await count([unused])).toBe(0);
    expect(await count([elsewhere])).toBe(0);
    const many = Array.from({ length: 21 }, (_, index) => index + 1);
    for (const wrong of [{ healthcareProviderTagIds: many }, { tagFilterType: 'Some' }]) {
      expect(await caller.fail(listWorkQueueItems, { ...queue, ...wrong })).toMatchObject({ code: 'invalid_input' });
    }
  });

  test('needs a session and the permission', async () => {
    const caller = await app.as(await buildUser(app.db, { permissions: [] }));
    for (const [endpoint, input] of [
      [listWorkQueueItems, queue],
      [listWorkQueueItemsByStatus, { ...queue, status: 1 }],
      [getWorkQueues, {}],
    ] as const) {
      expect(await caller.fail(endpoint, input)).toMatchObject({ status: 403 });
      expect(await app.nobody.fail(endpoint, input)).toMatchObject({ status: 401 });
    }
  });
});
