import { WorkQueue } from '@careloop/contracts/codes';
import {
  getWorkQueueFilters,
  getWorkQueues,
  listWorkQueueItems,
  listWorkQueueItemsByStatus,
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

  test('has STAT and overdue items on top, then the requested order, across pages', async () => {
    const parties = await buildReferralParties(app);
    const ids: number[] = [];
    for (let index = 0; index < 6; index += 1) ids.push((await buildReferral(app, { parties })).referralId);
    const [oldest = 0, second = 0] = ids;
    const top = (referralId: number, from: string | Date) =>
      app.db
        .updateTable('work_queue_encounter')
        .set({ on_top_from: from })
        .where('subject_id', '=', referralId)
        .execute();
    await top(oldest, new Date(Date.now() - 60_000));
    await top(second, '-infinity');
    const caller = await app.as(parties.receiver);
    const seen: (number | null)[] = [];
    for (const page of [1, 2, 3]) {
      const { items } = await caller.ok(listWorkQueueItems, { ...queue, page, pageSize: 2, sortBy: 'createdAt' });
      seen.push(...items.map((item) => item.subjectId));
    }
    expect(seen).toEqual([second, oldest, ...ids.slice(2).toReversed()]);
  });

  test('has a STAT referral on top from the start, and others once overdue', async () => {
    const parties = await buildReferralParties(app);
    const sender = await app.as(parties.sender);
    const urgent = await sender.ok(createReferral, { ...referralInput(parties), urgencyDays: 1 });
    const later = await buildReferral(app, { parties });
    const caller = await app.as(parties.receiver);
    const subjects = async () => (await caller.ok(listWorkQueueItems, queue)).items.map((item) => item.subjectId);
    expect(await subjects()).toEqual([urgent.referralId, later.referralId]);
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
