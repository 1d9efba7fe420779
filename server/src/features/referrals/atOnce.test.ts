import { createReferral, getReferral } from '@careloop/contracts/referrals';
import { completeReferral } from '@careloop/contracts/referrals/closing';
import { acceptReferral, declineReferral } from '@careloop/contracts/referrals/processing';
import { getPatientInfo } from '@careloop/contracts/patients';
import {
  getWorkQueueItemState,
  reopenWorkQueueItems,
  setWorkQueueItemCompleted,
} from '@careloop/contracts/work-queues/items';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { inTurn } from '../../../test/attempts.ts';
import { buildReferral, referralInput } from '../../../test/factories.ts';
import { startTestApp } from '../../../test/harness.ts';
import type { TestApp } from '../../../test/harness.ts';
import { queueItemOf } from '../../../test/queueItems.ts';

// Two calls about the same referral at the same moment, without the version that screens send: the second one decides on what
// the first one left.

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const lockOf = (referralId: number) => sql`select from referral where referral_id = ${referralId} for update`;

test('the outcome of a visit that was booked meanwhile waits for the visit', async () => {
  const { referralId, receiver } = await buildReferral(app);
  const caller = await app.as(receiver);
  const visit = { appointmentTime: '2087-01-15T14:30:00Z', appointmentAddressId: receiver.addressId };
  const [booked, outcome] = await inTurn(
    app.db,
    lockOf(referralId),
    () => caller.call(acceptReferral, { referralId, ...visit }),
    () => caller.call(completeReferral, { referralId, comment: 'Seen' }),
  );
  expect(booked.body).toMatchObject({ wasSuccessful: true });
  expect(outcome.body).toMatchObject({ wasSuccessful: false, message: 'The appointment is still to come.' });
  expect(await caller.ok(getReferral, { referralId })).toMatchObject({ status: 'scheduled' });
});

describe('an item that was completed by hand', () => {
  async function buildCompleted() {
    const { referralId, receiver } = await buildReferral(app);
    const caller = await app.as(receiver);
    const { work_queue_encounter_id: workQueueEncounterId } = await queueItemOf(app.db, referralId);
    await caller.ok(setWorkQueueItemCompleted, { workQueueEncounterId, setCompleted: true });
    const statusOf = async () => (await caller.ok(getWorkQueueItemState, { workQueueEncounterId })).status;
    const decline = () => caller.call(declineReferral, { referralId, declineReason: 1 });
    return { referralId, caller, workQueueEncounterId, statusOf, decline };
  }

  test('is not reopened beside the answer to its referral', async () => {
    const { referralId, caller, workQueueEncounterId, statusOf, decline } = await buildCompleted();
    const [, reopened] = await inTurn(app.db, lockOf(referralId), decline, () =>
      caller.call(setWorkQueueItemCompleted, { workQueueEncounterId, setCompleted: false }),
    );
    expect(reopened.body).toMatchObject({ wasSuccessful: false, message: 'This item was completed by an answer.' });
    expect(await statusOf()).toBe('completed');
  });

  test('and reopened just before the answer is completed by it', async () => {
    const { referralId, caller, workQueueEncounterId, statusOf, decline } = await buildCompleted();
    const items = [{ workQueueEncounterId, version: 2 }];
    const [reopened] = await inTurn(
      app.db,
      lockOf(referralId),
      () => caller.call(reopenWorkQueueItems, { items }),
      decline,
    );
    expect(reopened.body).toMatchObject({ results: [{ isDone: true }] });
    expect(await statusOf()).toBe('completed');
  });
});

test('a provider who declines one referral and accepts another keeps access by the other', async () => {
  const { referralId, ...parties } = await buildReferral(app);
  const { patientId } = parties.patient;
  const caller = await app.as(parties.receiver);
  await caller.ok(acceptReferral, { referralId });
  const other = await (await app.as(parties.sender)).ok(createReferral, referralInput(parties));
  const answers = await inTurn(
    app.db,
    sql`select from care_team_member where patient_id = ${patientId} and user_id = ${parties.receiver.userId} for update`,
    () => caller.call(acceptReferral, { referralId: other.referralId }),
    () => caller.call(declineReferral, { referralId, declineReason: 1 }),
  );
  expect(answers.map(({ body }) => body.wasSuccessful)).toEqual([true, true]);
  await caller.ok(getPatientInfo, { patientId });
});
