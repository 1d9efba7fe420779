import { WorkQueue } from '@careloop/contracts/codes';
import { addReferralComment, declineReferral } from '@careloop/contracts/referrals/processing';
import { updateReferral } from '@careloop/contracts/referrals/updating';
import { withdrawReferral } from '@careloop/contracts/referrals/withdrawing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { buildProvider, buildReferral, buildUser, referralInput } from '../../../test/factories.ts';
import { startTestApp } from '../../../test/harness.ts';
import type { TestApp } from '../../../test/harness.ts';
import { listenToPublished } from '../../../test/published.ts';
import { queueItemOf } from '../../../test/queueItems.ts';

let app: TestApp;
let published: Awaited<ReturnType<typeof listenToPublished>>;
beforeAll(async () => {
  app = await startTestApp();
  published = await listenToPublished(app);
});
beforeEach(() => published.take());
afterAll(async () => {
  await published.stop();
  await app.stop();
});

test('users who see a queue item get events about it and its referral', async () => {
  const { referralId, receiver, patient, sender } = await buildReferral(app);
  const colleague = await buildUser(app.db, { clientId: receiver.clientId });
  const item = await queueItemOf(app.db, referralId);
  const shared = { ...item, user_id: colleague.userId, granted_by_user_id: receiver.userId };
  await app.db.insertInto('work_queue_encounter_access').values(shared).execute();
  await published.take();

  const caller = await app.as(receiver);
  await caller.ok(addReferralComment, { referralId, comment: 'Which leg?' });
  const [commented] = await published.take('ReferralChangedEvent');
  expect(commented?.payload).toEqual({ referralId, patientId: patient.patientId, version: 1 });
  expect(commented?.rooms).toEqual(
    expect.arrayContaining([`user:${receiver.userId}`, `user:${colleague.userId}`, `client:${sender.clientId}`]),
  );

  await caller.ok(declineReferral, { referralId, version: 1, declineReason: 1 });
  const [left, entered, ...more] = await published.take('WorkQueueItemChangedEvent');
  expect(left).toMatchObject({
    payload: { workQueueId: WorkQueue.referralToProcess, workQueueEncounterId: item.work_queue_encounter_id },
    rooms: [`user:${receiver.userId}`, `user:${colleague.userId}`],
  });
  expect(entered).toMatchObject({
    payload: { workQueueId: WorkQueue.referralsDeclined },
    rooms: [`user:${sender.userId}`],
  });
  expect(more).toEqual([]);
});

test('the receiver of a withdrawn referral is told, although they can no longer see it', async () => {
  const { referralId, receiver, patient, sender } = await buildReferral(app);
  await published.take();
  await (await app.as(sender)).ok(withdrawReferral, { referralId, version: 1 });
  const [told, ...more] = await published.take('ReferralChangedEvent');
  expect(told?.payload).toEqual({ referralId, patientId: patient.patientId, version: 2 });
  // In one event with those who see the patient, as the receiver may be one of them.
  expect(told?.rooms).toEqual(expect.arrayContaining([`user:${receiver.userId}`, `client:${sender.clientId}`]));
  expect(more).toEqual([]);
});

test('the receiver of a referral that goes to another one is told in the same event as those who see it', async () => {
  const { referralId, ...parties } = await buildReferral(app);
  const { sender, receiver } = parties;
  const { patientId: _patientId, ...request } = referralInput({ ...parties, receiver: await buildProvider(app.db) });
  await published.take();
  await (await app.as(sender)).ok(updateReferral, { ...request, referralId, version: 1 });
  const [told, ...more] = await published.take('ReferralChangedEvent');
  expect(told?.rooms).toEqual(expect.arrayContaining([`user:${receiver.userId}`, `client:${sender.clientId}`]));
  expect(more).toEqual([]);
});
