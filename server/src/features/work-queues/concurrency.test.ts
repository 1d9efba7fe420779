import { WorkQueue } from '@careloop/contracts/codes';
import { listWorkQueueItems } from '@careloop/contracts/work-queues';
import {
  claimWorkQueueItem,
  completeWorkQueueItems,
  mostItems,
  saveWorkQueueItemAccess,
  setWorkQueueItemCompleted,
  workQueueTexts,
} from '@careloop/contracts/work-queues/items';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { addProxy, buildReferral, buildUser } from '../../../test/factories.ts';
import { startTestApp } from '../../../test/harness.ts';
import type { Caller, TestApp } from '../../../test/harness.ts';
import { queueItemOf } from '../../../test/queueItems.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const workQueueId = WorkQueue.referralToProcess;

/** A receiver's item, and four users who may act for the receiver too. */
async function buildTeam() {
  const { receiver, patient, referralId } = await buildReferral(app);
  const { work_queue_encounter_id: workQueueEncounterId } = await queueItemOf(app.db, referralId);
  const callers = [await app.as(receiver)];
  for (let number = 1; number <= 4; number += 1) {
    const user = await buildUser(app.db, { clientId: receiver.clientId });
    await addProxy(app.db, receiver, user);
    callers.push(await app.as(user));
  }
  const twenty = Array.from({ length: 20 }, (_, index) => callers[index % callers.length] ?? callers[0]);
  return { receiver, patient, workQueueEncounterId, callers, twenty: twenty.filter((caller) => caller !== undefined) };
}

/** Adds items with only a patient as subject to the receiver's queue. */
async function addItems({ receiver, patient }: Awaited<ReturnType<typeof buildTeam>>, count: number) {
  const { rows } = await sql<{ id: number }>`
    insert into work_queue_encounter (work_queue_id, owner_user_id, patient_id, encounter_date, on_top_from)
    select ${workQueueId}, ${receiver.userId}, ${patient.patientId}, now(), 'infinity' from generate_series(1, ${count}::int)
    returning work_queue_encounter_id as id`.execute(app.db);
  return rows.map(({ id }) => ({ workQueueEncounterId: id, version: 1 }));
}

function changesOf(workQueueEncounterIds: readonly number[]) {
  return app.db
    .selectFrom('audit_event')
    .select('action')
    .where('subject_type', '=', 'work_queue_encounter')
    .where('subject_id', 'in', workQueueEncounterIds)
    .where('kind', '=', 'change')
    .execute();
}

async function nameOf(caller: Caller | undefined): Promise<string> {
  const { first_name: firstName, last_name: lastName } = await app.db
    .selectFrom('user_account')
    .select(['first_name', 'last_name'])
    .where('user_id', '=', caller?.userId ?? 0)
    .executeTakeFirstOrThrow();
  return `${firstName} ${lastName}`;
}

describe('twenty concurrent calls', () => {
  test('complete an item once; the others get a stale version', async () => {
    const { workQueueEncounterId, twenty } = await buildTeam();
    const complete = { workQueueEncounterId, setCompleted: true, version: 1 };
    const answers = await Promise.all(twenty.map((caller) => caller.call(setWorkQueueItemCompleted, complete)));
    expect(answers.filter(({ body }) => !body.wasSuccessful)).toHaveLength(19);
    const winner = twenty[answers.findIndex(({ body }) => body.wasSuccessful)];
    const name = await nameOf(winner);
    for (const [index, { status, body }] of answers.entries()) {
      if (body.wasSuccessful) continue;
      const message = workQueueTexts.completedBy(twenty[index]?.userId === winner?.userId ? 'You' : name);
      expect({ status, body }).toMatchObject({ status: 409, body: { message } });
    }
    expect(await changesOf([workQueueEncounterId])).toEqual([{ action: 'work_queue_item.completed' }]);
  });

  test('claim an item once; the others get the user who claimed it', async () => {
    const { workQueueEncounterId, twenty } = await buildTeam();
    const claim = { workQueueEncounterId, isClaimed: true };
    const answers = await Promise.all(twenty.map((caller) => caller.call(claimWorkQueueItem, claim)));
    const messages = answers.flatMap(({ body }) => (body.wasSuccessful ? [] : [body.message]));
    expect(messages).toHaveLength(19);
    for (const message of messages) expect(message).toMatch(/ working on this item\.$/);
    expect(await changesOf([workQueueEncounterId])).toEqual([{ action: 'work_queue_item.claimed' }]);
  });

  test('share an item with the same colleague once, and unshare it once', async () => {
    const { receiver, workQueueEncounterId, twenty } = await buildTeam();
    const { userId } = await buildUser(app.db, { clientId: receiver.clientId });
    const all = (change: object) =>
      Promise.all(
        twenty.map((caller) =>
          caller.ok(saveWorkQueueItemAccess, { workQueueEncounterIds: [workQueueEncounterId], ...change }),
        ),
      );
    const grants = () =>
      app.db
        .selectFrom('work_queue_encounter_access')
        .select('user_id')
        .where('work_queue_encounter_id', '=', workQueueEncounterId)
        .execute();
    for (const { results } of await all({ addedUserIds: [userId] })) expect(results).toMatchObject([{ isDone: true }]);
    expect(await grants()).toEqual([{ user_id: userId }]);
    for (const { results } of await all({ removedUserIds: [userId] })) {
      expect(results).toMatchObject([{ isDone: true }]);
    }
    expect(await grants()).toEqual([]);
  });
});

describe('many items', () => {
  test('are completed in one call, with a result for each', async () => {
    const team = await buildTeam();
    const [owner] = team.callers;
    const items = await addItems(team, mostItems);
    const [first] = items;
    const completedMeanwhile = { workQueueEncounterId: first?.workQueueEncounterId ?? 0, setCompleted: true };
    await team.callers[1]?.ok(setWorkQueueItemCompleted, completedMeanwhile);
    const other = await nameOf(team.callers[1]);
    const { results } = (await owner?.ok(completeWorkQueueItems, { items })) ?? { results: [] };
    expect(results).toHaveLength(mostItems);
    expect(results.filter(({ isDone }) => !isDone)).toEqual([
      {
        workQueueEncounterId: first?.workQueueEncounterId,
        isDone: false,
        version: null,
        message: workQueueTexts.completedBy(other),
      },
    ]);
    expect(await owner?.ok(listWorkQueueItems, { workQueueId })).toMatchObject({ totalItemCount: 1 });
    const tooMany = Array.from({ length: mostItems + 1 }, (_, index) => ({
      workQueueEncounterId: index + 1,
      version: 1,
    }));
    expect(await owner?.fail(completeWorkQueueItems, { items: tooMany })).toMatchObject({
      validationErrors: { items: workQueueTexts.tooManyItems },
    });
  });

  test('are shared in one call, and unshared in one, with a result for each', async () => {
    const team = await buildTeam();
    const [owner] = team.callers;
    if (owner === undefined) throw new Error('There is no owner');
    const items = await addItems(team, mostItems - 1);
    const strangers = await buildTeam();
    const colleague = await buildUser(app.db, { clientId: team.receiver.clientId });
    const other = await app.as(colleague);
    const workQueueEncounterIds = [...items.map((item) => item.workQueueEncounterId), strangers.workQueueEncounterId];
    const share = (change: object) => owner.ok(saveWorkQueueItemAccess, { workQueueEncounterIds, ...change });
    const { results } = await share({ addedUserIds: [colleague.userId] });
    expect(results).toHaveLength(mostItems);
    expect(results.filter(({ isDone }) => !isDone)).toEqual([
      { workQueueEncounterId: strangers.workQueueEncounterId, isDone: false, message: workQueueTexts.notTheirs },
    ]);
    expect(await other.ok(listWorkQueueItems, { workQueueId })).toMatchObject({ totalItemCount: mostItems - 1 });
    await share({ removedUserIds: [colleague.userId] });
    expect(await other.ok(listWorkQueueItems, { workQueueId })).toMatchObject({ totalItemCount: 0 });
    expect(await changesOf(workQueueEncounterIds)).toHaveLength(2 * (mostItems - 1));
  });

  test('that five users complete concurrently are each completed by one of them', async () => {
    const team = await buildTeam();
    const items = await addItems(team, 50);
    const orders = [items, items.toReversed(), items.slice(10), items.toReversed().slice(10), items];
    const answers = await Promise.all(
      team.callers.map((caller, index) => caller.ok(completeWorkQueueItems, { items: orders[index] ?? items })),
    );
    const done = answers.flatMap(({ results }) => results.filter(({ isDone }) => isDone));
    expect(done.map((one) => one.workQueueEncounterId).toSorted((a, b) => a - b)).toEqual(
      items.map((one) => one.workQueueEncounterId),
    );
    const names = await Promise.all(team.callers.map(nameOf));
    const completedByOne = ['You', ...names].map(workQueueTexts.completedBy);
    for (const { message } of answers.flatMap(({ results }) => results.filter(({ isDone }) => !isDone))) {
      expect(completedByOne).toContain(message);
    }
    expect(await changesOf(items.map((one) => one.workQueueEncounterId))).toHaveLength(50);
  });
});
