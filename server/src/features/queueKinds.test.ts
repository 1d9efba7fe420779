import { getWorkQueues, listWorkQueueItems } from '@careloop/contracts/work-queues';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { buildReferral } from '../../test/factories.ts';
import { startTestApp } from '../../test/harness.ts';
import type { TestApp } from '../../test/harness.ts';
import { constraintOf } from '../platform/db/errors.ts';
import { enterQueue, leaveQueues } from '../core/work-queues/queueItems.ts';
import { defineQueueKind } from '../core/work-queues/queueKinds.ts';
import type { QueueSubject } from '../core/work-queues/queueKinds.ts';
import { queueKinds, queueSubjects } from './queueKinds.ts';
import { referralExceptions, referralQueueKinds } from './referrals/queueKinds.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

describe('the kinds', () => {
  const types = Object.values(queueSubjects).map(({ type }) => type);

  test('belong to different queues in the database', async () => {
    const rows = await app.db.selectFrom('work_queue').select('work_queue_id as id').execute();
    const ids = queueKinds.map(({ workQueueId }) => workQueueId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(rows.map(({ id }) => id)).toEqual(expect.arrayContaining(ids));
  });

  test('cover exactly the subject types that the database accepts', async () => {
    expect(new Set(queueKinds.map(({ subject }) => subject.type))).toEqual(new Set(types));
    const { rows } = await sql<{ check: string }>`select pg_get_constraintdef(oid) as check from pg_constraint
      where conname = 'work_queue_encounter_subject_type'`.execute(app.db);
    const accepted = [...(rows[0]?.check ?? '').matchAll(/'(\w+)'::text/g)].map((match) => match[1]);
    expect(new Set(accepted)).toEqual(new Set(types));
  });

  test('have a foreign key for each subject type', async () => {
    const { rows } = await sql<{ column: string }>`select a.attname as column from pg_constraint c
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
      where c.conrelid = 'work_queue_encounter'::regclass and c.contype = 'f' and a.attname ~ '^subject_'`.execute(
      app.db,
    );
    expect(new Set(rows.map(({ column }) => column))).toEqual(new Set(types.map((type) => `subject_${type}_id`)));
  });

  test('do not compile without a subject, or with a subject without its list row', () => {
    const { type, dueAt, isWorkedBy } = queueSubjects.referral;
    // @ts-expect-error The row is missing.
    const subject: QueueSubject<'referral'> = { type, dueAt, isWorkedBy };
    const rest = { workQueueId: 60, ownerOf: () => ({ userId: 1 }), completedBy: [], staysWithOwner: false };
    // @ts-expect-error The subject is missing.
    expect(defineQueueKind(rest)).not.toHaveProperty('subject');
    // @ts-expect-error So is its row.
    expect(defineQueueKind({ ...rest, subject: { type, dueAt, isWorkedBy } }).subject).toEqual(subject);
  });
});

describe('an item', () => {
  test('exists once while it is open, even if added concurrently', async () => {
    const { referralId, sender, patient } = await buildReferral(app);
    const enter = () => enterQueue(app.db, referralExceptions, referralId, patient);
    const messages = (await Promise.all(Array.from({ length: 20 }, enter))).flat();
    expect(messages).toHaveLength(1);
    const caller = await app.as(sender);
    const queue = { workQueueId: referralExceptions.workQueueId };
    const { items } = await caller.ok(listWorkQueueItems, queue);
    expect(items).toMatchObject([{ subjectType: 'referral', subjectId: referralId, referral: { referralId } }]);
    const { categories } = await caller.ok(getWorkQueues, {});
    const info = categories.flatMap(({ workQueues }) => workQueues).find((one) => one.code === 'ReferralExceptions');
    expect(info).toMatchObject({ openCount: 1, subjectType: 'referral' });

    const leave = (action: 'commented' | 'cancelled') =>
      leaveQueues(app.db, { userId: sender.userId } as never, referralQueueKinds, referralId, action);
    expect(await leave('commented')).toEqual([]);
    // Includes its item in the receiver's queue.
    expect(await leave('cancelled')).toHaveLength(2);
    expect(await enter()).toHaveLength(1);
    expect(await caller.ok(listWorkQueueItems, queue)).toMatchObject({ totalItemCount: 1 });
    expect(await caller.ok(listWorkQueueItems, { ...queue, status: 3 })).toMatchObject({ totalItemCount: 2 });
  });

  test('keeps its subject, which must be complete', async () => {
    const { referralId, patient, receiver } = await buildReferral(app);
    const removed = app.db.deleteFrom('referral').where('referral_id', '=', referralId).execute();
    const refused = async (promise: Promise<unknown>) =>
      constraintOf(
        await promise.then(
          () => null,
          (error: unknown) => error,
        ),
      );
    expect(await refused(removed)).toBe('work_queue_encounter_subject_referral_id_fkey');
    const add = (subject: { subject_type: string | null; subject_id: number | null }) =>
      app.db
        .insertInto('work_queue_encounter')
        .values({
          ...subject,
          work_queue_id: 22,
          owner_user_id: receiver.userId,
          patient_id: patient.patientId,
          encounter_date: new Date(),
        })
        .execute();
    const refusals = [
      await refused(add({ subject_type: 'referral', subject_id: 9_999_999 })),
      await refused(add({ subject_type: 'parcel', subject_id: 1 })),
      await refused(add({ subject_type: 'referral', subject_id: null })),
      await refused(add({ subject_type: null, subject_id: referralId })),
    ];
    expect(refusals).toEqual([
      'work_queue_encounter_subject_referral_id_fkey',
      'work_queue_encounter_subject_type',
      'work_queue_encounter_whole_subject',
      'work_queue_encounter_whole_subject',
    ]);
  });
});
