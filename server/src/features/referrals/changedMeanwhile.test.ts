import { WorkQueue } from '@careloop/contracts/codes';
import { createReferral, getReferral, listReferrals, referralTexts } from '@careloop/contracts/referrals';
import {
  acceptReferral,
  cancelReferral,
  declineReferral,
  processTexts,
  selectReferralProvider,
} from '@careloop/contracts/referrals/processing';
import { listWorkQueueItems } from '@careloop/contracts/work-queues';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { untilWaiting } from '../../../test/attempts.ts';
import {
  addToCareTeam,
  buildClient,
  buildPatient,
  buildProvider,
  buildReferral,
  buildReferralParties,
  referralInput,
} from '../../../test/factories.ts';
import { startTestApp } from '../../../test/harness.ts';
import type { TestApp } from '../../../test/harness.ts';
import { reassign } from './reassign.ts';

// Changes around a referral between the time a user opens it and the time they act.

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

test('an address that was archived while the dialog was open is refused; without an appointment it is accepted', async () => {
  const { referralId, receiver } = await buildReferral(app);
  const caller = await app.as(receiver);
  await app.db
    .updateTable('healthcare_provider_address_info')
    .set({ is_archived: true })
    .where('healthcare_provider_id', '=', receiver.healthcareProviderId)
    .execute();
  const visit = { appointmentTime: '2087-01-15T14:30:00Z', appointmentAddressId: receiver.addressId };
  expect((await caller.fail(acceptReferral, { referralId, version: 1, ...visit })).validationErrors).toEqual({
    appointmentAddressId: processTexts.addressRequired,
  });
  await caller.ok(acceptReferral, { referralId, version: 1 });
});

test('after the patient moved to another client, the receiver can still answer, and the former sender cannot see the referral', async () => {
  const { referralId, receiver, sender, patient } = await buildReferral(app);
  const { clientId } = await buildClient(app.db);
  await app.db
    .updateTable('patient')
    .set({ client_id: clientId })
    .where('patient_id', '=', patient.patientId)
    .execute();
  const lost = await app.as(sender);
  expect(await lost.fail(cancelReferral, { referralId, version: 1 })).toMatchObject({ code: 'unauthorized_patient' });
  const caller = await app.as(receiver);
  await caller.ok(acceptReferral, { referralId, version: 1 });
  expect(await caller.ok(getReferral, { referralId })).toMatchObject({ status: 'accepted' });
});

test('February 29 and the hours around a clock change are stored to the minute', async () => {
  const times = ['2088-02-29T15:00:00.000Z', '2087-11-02T05:30:00.000Z', '2087-11-02T06:30:00.000Z'];
  for (const appointmentTime of times) {
    const { referralId, receiver } = await buildReferral(app);
    const caller = await app.as(receiver);
    const visit = { appointmentTime, appointmentAddressId: receiver.addressId };
    await caller.ok(acceptReferral, { referralId, version: 1, ...visit });
    const { appointment } = await caller.ok(getReferral, { referralId });
    expect(Date.parse(appointment?.appointmentTime ?? '')).toBe(Date.parse(appointmentTime));
  }
  const { referralId, receiver } = await buildReferral(app);
  const noDay = { appointmentTime: '2087-02-29T15:00:00Z', appointmentAddressId: receiver.addressId };
  const refusal = await (await app.as(receiver)).fail(acceptReferral, { referralId, version: 1, ...noDay });
  expect(Object.keys(refusal.validationErrors)).toEqual(['appointmentTime']);
});

test('a referral is due after whole days of 24 hours, regardless of clock changes', async () => {
  const parties = await buildReferralParties(app);
  const caller = await app.as(parties.sender);
  for (const urgencyDays of [30, 7, 1]) {
    const { referralId } = await caller.ok(createReferral, { ...referralInput(parties), urgencyDays });
    const { dueAt, dateCreated } = await caller.ok(getReferral, { referralId });
    expect(Date.parse(dueAt) - Date.parse(dateCreated)).toBe(urgencyDays * 86_400_000);
  }
});

test('after a merge, the referral of the surviving patient is answered', async () => {
  const { referralId, receiver, patient, sender } = await buildReferral(app);
  const survivor = await buildPatient(app.db, { clientId: sender.clientId });
  await app.db
    .updateTable('referral')
    .set({ patient_id: survivor.patientId })
    .where('referral_id', '=', referralId)
    .execute();
  await app.db
    .updateTable('patient')
    .set({ merged_into_patient_id: survivor.patientId })
    .where('patient_id', '=', patient.patientId)
    .execute();
  const caller = await app.as(receiver);
  await caller.ok(acceptReferral, { referralId, version: 1 });
  const { items } = await caller.ok(listReferrals, { patientId: survivor.patientId });
  expect(items.map((one) => one.referralId)).toEqual([referralId]);
});

test('after the receiver was deactivated, the coordinators find it among their exceptions and select another provider', async () => {
  const { referralId, receiver, sender } = await buildReferral(app);
  const coordinator = await app.as(sender);
  expect(await reassign(app.db)).toBe(0);
  await app.db.updateTable('user_account').set({ is_active: false }).where('user_id', '=', receiver.userId).execute();
  expect(await reassign(app.db)).toBe(1);
  expect(await reassign(app.db)).toBe(0);
  const exceptions = { workQueueId: WorkQueue.referralExceptions };
  expect((await coordinator.ok(listWorkQueueItems, exceptions)).items).toMatchObject([
    { subjectId: referralId, referral: { exceptionReasons: ['receiver_deactivated'] } },
  ]);
  const other = await buildProvider(app.db, { clientId: sender.clientId });
  const { healthcareProviderId } = other;
  const gone = { referralId, healthcareProviderId: receiver.healthcareProviderId, requiresUser: true };
  expect((await coordinator.fail(selectReferralProvider, gone)).validationErrors).toEqual({
    requiresUser: referralTexts.userGone,
  });
  await coordinator.ok(selectReferralProvider, { referralId, healthcareProviderId });
  expect((await coordinator.ok(listWorkQueueItems, exceptions)).items).toEqual([]);
  const { items } = await (await app.as(other)).ok(listWorkQueueItems, { workQueueId: WorkQueue.referralToProcess });
  expect(items).toMatchObject([{ subjectId: referralId, referral: { exceptionReasons: [] } }]);
});

describe('after its sender was deactivated, a declined referral', () => {
  const declined = { workQueueId: WorkQueue.referralsDeclined };

  /** Sent by an office user for a provider, who is then deactivated. */
  async function sendAndDeactivate(deactivate: 'before' | 'after') {
    const parties = await buildReferralParties(app);
    const { referredBy, patient } = parties;
    await addToCareTeam(app.db, patient, referredBy);
    const { referralId } = await (await app.as(referredBy)).ok(createReferral, referralInput(parties));
    const decline = async () =>
      (await app.as(parties.receiver)).ok(declineReferral, { referralId, version: 1, declineReason: 1 });
    if (deactivate === 'after') await decline();
    const { userId } = referredBy;
    await app.db.updateTable('user_account').set({ is_active: false }).where('user_id', '=', userId).execute();
    if (deactivate === 'before') await decline();
    return { referralId, coordinator: await app.as(parties.sender), parties };
  }

  test('goes to the coordinators, who refer again', async () => {
    const { referralId, coordinator, parties } = await sendAndDeactivate('before');
    const { items } = await coordinator.ok(listWorkQueueItems, declined);
    expect(items).toMatchObject([{ subjectId: referralId, can: { complete: true } }]);
    const other = await buildProvider(app.db, { clientId: parties.sender.clientId });
    const again = { ...referralInput({ ...parties, referredBy: other }), previousReferralId: referralId };
    await coordinator.ok(createReferral, again);
    expect((await coordinator.ok(listWorkQueueItems, declined)).items).toEqual([]);
  });

  test('is moved there if it was declined before', async () => {
    const { referralId, coordinator } = await sendAndDeactivate('after');
    expect((await coordinator.ok(listWorkQueueItems, declined)).items).toEqual([]);
    expect(await reassign(app.db)).toBe(1);
    expect(await reassign(app.db)).toBe(0);
    expect((await coordinator.ok(listWorkQueueItems, declined)).items).toMatchObject([{ subjectId: referralId }]);
  });
});

test('after the patient died it can only be declined or canceled', async () => {
  const [one, other] = [await buildReferral(app), await buildReferral(app)];
  for (const { patient } of [one, other]) {
    await app.db
      .updateTable('patient')
      .set({ deceased_on: '2026-01-01' })
      .where('patient_id', '=', patient.patientId)
      .execute();
  }
  const receiver = await app.as(one.receiver);
  expect(await receiver.fail(acceptReferral, { referralId: one.referralId, version: 1 })).toMatchObject({
    message: 'The patient has died.',
  });
  await receiver.ok(declineReferral, { referralId: one.referralId, version: 1, declineReason: 1 });
  await (await app.as(other.sender)).ok(cancelReferral, { referralId: other.referralId, version: 1 });
});

test('of two who refer again at the same moment, one does, and the other is told', async () => {
  const { referralId, ...parties } = await buildReferral(app);
  await (await app.as(parties.receiver)).ok(declineReferral, { referralId, declineReason: 1 });
  const { healthcareProviderId, addressId } = await buildProvider(app.db, { clientId: parties.sender.clientId });
  const again = {
    ...referralInput(parties),
    healthcareProviderId,
    healthcareProviderAddressId: addressId,
    previousReferralId: referralId,
  };
  const sender = await app.as(parties.sender);
  // Both have read the rule before either may go on.
  const { both } = await app.db.transaction().execute(async (db) => {
    await db.selectFrom('referral').select('version').where('referral_id', '=', referralId).forUpdate().execute();
    const calls = Promise.all([again, again].map((input) => sender.call(createReferral, input)));
    await untilWaiting(app.db, 2);
    return { both: calls };
  });
  const answers = await both;
  const refused = answers.filter(({ body }) => !body.wasSuccessful);
  expect(refused).toMatchObject([{ status: 200, body: { message: 'It was referred again already.' } }]);
});
