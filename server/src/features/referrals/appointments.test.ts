import { getDashboard } from '@careloop/contracts/dashboard';
import { getImpersonatableUsers } from '@careloop/contracts/directory';
import { cancelAppointment, recordNoShow, rescheduleReferral } from '@careloop/contracts/referrals/appointments';
import { completeReferral } from '@careloop/contracts/referrals/closing';
import { acceptReferral, cancelReferral, processTexts } from '@careloop/contracts/referrals/processing';
import { getReferral } from '@careloop/contracts/referrals';
import { listAppointments } from '@careloop/contracts/patients';
import { listWorkQueueItems } from '@careloop/contracts/work-queues';
import { setWorkQueueItemCompleted } from '@careloop/contracts/work-queues/items';
import { WorkQueue } from '@careloop/contracts/codes';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { addProxy, buildProvider, buildReferral, buildUser, changesOf } from '../../../test/factories.ts';
import { queueMissingOutcomes, queuePastVisits } from './queueOverdue.ts';
import { reassign } from './reassign.ts';
import { startTestApp } from '../../../test/harness.ts';
import type { TestApp } from '../../../test/harness.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const queue = { workQueueId: WorkQueue.referralToProcess };

/** A referral with a future appointment. */
async function buildScheduled() {
  const built = await buildReferral(app);
  const caller = await app.as(built.receiver);
  const place = {
    healthcareProviderId: built.receiver.healthcareProviderId,
    appointmentAddressId: built.receiver.addressId,
  };
  const target = { referralId: built.referralId, version: 2 };
  const visit = { ...place, appointmentTime: '2087-01-15T14:30:00Z', appointmentDescription: 'First visit' };
  await caller.ok(acceptReferral, { referralId: built.referralId, version: 1, ...visit });
  return { ...built, caller, place, target };
}

/** A referral with an appointment that has passed. */
async function buildVisited() {
  const built = await buildScheduled();
  await app.db
    .updateTable('patient_appointment')
    .set({ appointment_time: new Date(Date.now() - 3_600_000) })
    .where('referral_id', '=', built.referralId)
    .execute();
  return built;
}

test('a mailing address is not offered for appointments, nor accepted', async () => {
  const { referralId, receiver } = await buildReferral(app);
  const caller = await app.as(receiver);
  const offered = async () => {
    const { users } = await caller.ok(getImpersonatableUsers, { includeAddresses: true });
    return users.find(({ userId }) => userId === receiver.userId)?.addressInfos.map(({ addressId }) => addressId);
  };
  expect(await offered()).toEqual([receiver.addressId]);
  await app.db
    .updateTable('healthcare_provider_address_info')
    .set({ is_mailing: true })
    .where('healthcare_provider_id', '=', receiver.healthcareProviderId)
    .execute();
  expect(await offered()).toEqual([]);
  const { healthcareProviderId, addressId: appointmentAddressId } = receiver;
  const visit = { healthcareProviderId, appointmentAddressId, appointmentTime: '2087-01-15T14:30:00Z' };
  expect((await caller.fail(acceptReferral, { referralId, version: 1, ...visit })).validationErrors).toEqual({
    appointmentAddressId: processTexts.addressRequired,
  });
});

describe('rescheduling', () => {
  test('moves the visit, keeps the old one, and notifies the referring side', async () => {
    const { referralId, caller, place, target, sender, patient } = await buildScheduled();
    const when = { appointmentTime: '2087-02-01T09:00:00Z', timeZone: 'America/Denver' };
    const moved = { ...target, ...place, ...when, appointmentDescription: 'Moved' };
    expect(await caller.ok(rescheduleReferral, { ...moved, comments: ['Held up in surgery'] })).toMatchObject({
      version: 3,
    });
    const seen = await (await app.as(sender)).ok(getReferral, { referralId });
    expect(seen).toMatchObject({
      status: 'scheduled',
      version: 3,
      appointment: { status: 'pending', statusCode: 1, description: 'Moved', timeZone: 'America/Denver' },
      earlierAppointments: [{ status: 'canceled_and_rescheduled', statusCode: 40, description: 'First visit' }],
    });
    expect(seen.timeline.map((row) => row.action)).toEqual(['created', 'scheduled', 'rescheduled']);
    expect(seen.comments.map((row) => row.comment)).toEqual(['Held up in surgery']);
    expect((await changesOf(app.db, referralId)).at(-1)).toMatchObject({
      action: 'referral.rescheduled',
      patient_id: patient.patientId,
    });
    const { items } = await caller.ok(listAppointments, { patientId: patient.patientId });
    expect(items.map(({ status, statusCode }) => [status, statusCode])).toEqual([
      ['pending', 1],
      ['canceled_and_rescheduled', 40],
    ]);
  });

  test('is refused for a past time, for another provider’s address, and for a stale version', async () => {
    const { caller, place, target } = await buildScheduled();
    const at = (appointmentTime: string) => caller.fail(rescheduleReferral, { ...target, ...place, appointmentTime });
    expect((await at(new Date(Date.now() - 60_000).toISOString())).validationErrors).toEqual({
      appointmentTime: processTexts.appointmentPast,
    });
    const other = await buildProvider(app.db);
    const elsewhere = { ...place, appointmentAddressId: other.addressId };
    const future = { appointmentTime: '2087-02-01T09:00:00Z' };
    expect((await caller.fail(rescheduleReferral, { ...target, ...elsewhere, ...future })).validationErrors).toEqual({
      appointmentAddressId: processTexts.addressRequired,
    });
    expect((await caller.fail(rescheduleReferral, target as never)).validationErrors).toMatchObject({
      healthcareProviderId: processTexts.providerRequired,
      appointmentAddressId: processTexts.addressRequired,
    });
    const stale = { ...target, ...place, ...future, version: 1 };
    expect(await caller.fail(rescheduleReferral, stale)).toMatchObject({ code: 'stale_version' });
  });
});

describe('an appointment that did not take place', () => {
  test('is canceled: the referral is accepted again and back in the receiver’s queue', async () => {
    const { referralId, caller, place, target } = await buildScheduled();
    expect(await caller.ok(listWorkQueueItems, queue)).toMatchObject({ totalItemCount: 0 });
    await caller.ok(cancelAppointment, { ...target, comments: ['The office is closed that day'] });
    expect(await caller.ok(getReferral, { referralId })).toMatchObject({
      status: 'accepted',
      appointment: { status: 'canceled', statusCode: 30 },
    });
    expect(await caller.ok(listWorkQueueItems, queue)).toMatchObject({ items: [{ referral: { referralId } }] });
    // Another appointment can be logged.
    await caller.ok(acceptReferral, { referralId, ...place, appointmentTime: '2087-03-01T09:00:00Z' });
    expect(await caller.ok(getReferral, { referralId })).toMatchObject({
      status: 'scheduled',
      appointment: { status: 'pending' },
      earlierAppointments: [{ status: 'canceled' }],
    });
  });

  test('is recorded as missed, but not before its time', async () => {
    const { referralId, caller, target } = await buildScheduled();
    expect(await caller.fail(recordNoShow, target)).toMatchObject({ code: 'wrong_state' });
    const visited = await buildVisited();
    await visited.caller.ok(recordNoShow, visited.target);
    const missed = await visited.caller.ok(getReferral, { referralId: visited.referralId });
    expect(missed).toMatchObject({
      status: 'accepted',
      appointment: { status: 'no_show', statusCode: 20 },
      can: { accept: true, decline: true, complete: true },
    });
    expect(missed.timeline.at(-1)).toMatchObject({ action: 'no_show', fromStatus: 'scheduled', toStatus: 'accepted' });
    expect(await visited.caller.ok(listWorkQueueItems, queue)).toMatchObject({ totalItemCount: 1 });
    expect(await caller.ok(getReferral, { referralId })).toMatchObject({ status: 'scheduled' });
  });

  test('is canceled with its referral', async () => {
    const { referralId, sender } = await buildScheduled();
    const senderCaller = await app.as(sender);
    await senderCaller.ok(cancelReferral, { referralId });
    expect(await senderCaller.ok(getReferral, { referralId })).toMatchObject({ appointment: { status: 'canceled' } });
  });
});

describe('a visit that passed', () => {
  const queuedOf = async ({ caller }: { caller: Awaited<ReturnType<typeof app.as>> }) =>
    (await caller.ok(listWorkQueueItems, queue)).items.map((item) => item.referral?.referralId);

  test('returns to the receiver’s queue after a day, once, until its outcome is recorded', async () => {
    const visited = await buildVisited();
    const { referralId, caller, place, target } = visited;
    await queuePastVisits(app.db);
    expect(await queuedOf(visited)).toEqual([]);
    await app.db
      .updateTable('patient_appointment')
      .set({ appointment_time: new Date(Date.now() - 25 * 3_600_000) })
      .where('referral_id', '=', referralId)
      .execute();
    await queuePastVisits(app.db);
    expect(await queuePastVisits(app.db)).toBe(0);
    expect(await queuedOf(visited)).toEqual([referralId]);
    const moved = { ...target, ...place, appointmentTime: '2087-02-01T09:00:00Z', appointmentDescription: 'Moved' };
    await caller.ok(rescheduleReferral, moved);
    expect(await queuedOf(visited)).toEqual([]);
  });

  test('does not return once its item has been completed by hand, which can be undone, unless the visit is moved', async () => {
    const visited = await buildVisited();
    const { referralId, caller, place, target } = visited;
    const passDays = (days: number) =>
      app.db
        .updateTable('patient_appointment')
        .set({ appointment_time: new Date(Date.now() - days * 24 * 3_600_000) })
        .where('referral_id', '=', referralId)
        .where('status', '=', 'pending')
        .execute();
    await passDays(2);
    await queuePastVisits(app.db);
    const { items } = await caller.ok(listWorkQueueItems, queue);
    const { workQueueEncounterId = 0 } = items[0] ?? {};
    expect(items).toMatchObject([{ completionWarning: expect.stringContaining('Its referral stays open') }]);
    await caller.ok(setWorkQueueItemCompleted, { workQueueEncounterId, setCompleted: true });
    expect(await queuePastVisits(app.db)).toBe(0);
    expect(await queuedOf(visited)).toEqual([]);
    await caller.ok(setWorkQueueItemCompleted, { workQueueEncounterId, setCompleted: false });
    await caller.ok(setWorkQueueItemCompleted, { workQueueEncounterId, setCompleted: true });
    const moved = { ...target, ...place, appointmentTime: '2087-02-01T09:00:00Z', appointmentDescription: 'Moved' };
    await caller.ok(rescheduleReferral, moved);
    await passDays(2);
    expect(await queuePastVisits(app.db)).toBe(1);
    expect(await queuedOf(visited)).toEqual([referralId]);
  });
});

describe('a visit without an outcome for two weeks', () => {
  const buildPast = async (days: number) => {
    const visited = await buildVisited();
    const { referralId } = visited;
    await app.db
      .updateTable('patient_appointment')
      .set({ appointment_time: new Date(Date.now() - days * 24 * 3_600_000) })
      .where('referral_id', '=', referralId)
      .execute();
    const coordinator = await app.as(visited.sender);
    const input = { workQueueId: WorkQueue.referralExceptions };
    return { ...visited, coordinator, exceptions: async () => (await coordinator.ok(listWorkQueueItems, input)).items };
  };

  test('is an exception of the coordinators, once, until the outcome is recorded', async () => {
    const recent = await buildPast(13);
    const { referralId, caller, exceptions } = await buildPast(15);
    await queueMissingOutcomes(app.db);
    expect(await queueMissingOutcomes(app.db)).toBe(0);
    expect(await exceptions()).toMatchObject([
      { subjectId: referralId, referral: { exceptionReasons: ['visit_without_outcome'] } },
    ]);
    expect(await recent.exceptions()).toEqual([]);
    expect(await caller.ok(getReferral, { referralId })).toMatchObject({ exceptionReasons: ['visit_without_outcome'] });
    await caller.ok(completeReferral, { referralId, comment: 'Seen on the day.' });
    expect(await exceptions()).toEqual([]);
  });

  test('is no exception any more once the patient is recorded as missing', async () => {
    const { target, caller, exceptions } = await buildPast(15);
    await queueMissingOutcomes(app.db);
    await caller.ok(recordNoShow, { ...target, comments: [] });
    expect(await exceptions()).toEqual([]);
  });

  test('is urgent in both queues once the patient is recorded as missing, if the referral is past due', async () => {
    const { referralId, target, caller, coordinator } = await buildPast(15);
    await app.db
      .updateTable('referral')
      .set({ due_at: new Date(Date.now() - 24 * 3_600_000) })
      .where('referral_id', '=', referralId)
      .execute();
    await queuePastVisits(app.db);
    await queueMissingOutcomes(app.db);
    const urgentCounts = async () =>
      (await Promise.all([caller, coordinator].map((one) => one.ok(getDashboard, {})))).map(
        ({ urgentItems }) => urgentItems?.count,
      );
    expect(await urgentCounts()).toEqual([0, 0]);
    await caller.ok(recordNoShow, { ...target, comments: [] });
    expect(await urgentCounts()).toEqual([1, 1]);
  });

  test('stays with the coordinators although the receiver has completed their own item', async () => {
    const { referralId, caller, exceptions } = await buildPast(15);
    await queuePastVisits(app.db);
    const [{ workQueueEncounterId } = { workQueueEncounterId: 0 }] = (await caller.ok(listWorkQueueItems, queue)).items;
    await caller.ok(setWorkQueueItemCompleted, { workQueueEncounterId, setCompleted: true });
    await queueMissingOutcomes(app.db);
    await reassign(app.db);
    expect(await exceptions()).toMatchObject([{ subjectId: referralId }]);
    expect((await caller.ok(listWorkQueueItems, queue)).items).toEqual([]);
  });

  test('does not come back for the same visit once a coordinator has completed it', async () => {
    const { coordinator, exceptions } = await buildPast(15);
    await queueMissingOutcomes(app.db);
    const [{ workQueueEncounterId } = { workQueueEncounterId: 0 }] = await exceptions();
    await coordinator.ok(setWorkQueueItemCompleted, { workQueueEncounterId, setCompleted: true });
    expect(await queueMissingOutcomes(app.db)).toBe(0);
    expect(await exceptions()).toEqual([]);
  });
});

describe('completing', () => {
  test('closes the referral after the visit with a comment', async () => {
    const early = await buildScheduled();
    expect(await early.caller.fail(completeReferral, { ...early.target, comment: 'Seen' })).toMatchObject({
      code: 'wrong_state',
    });
    const { referralId, caller, target, sender } = await buildVisited();
    expect((await caller.fail(completeReferral, { ...target, comment: ' ' })).validationErrors).toEqual({
      comment: processTexts.closingRequired,
    });
    await caller.ok(completeReferral, { ...target, comment: 'Seen; no further work-up needed.' });
    const seen = await (await app.as(sender)).ok(getReferral, { referralId });
    expect(seen).toMatchObject({ status: 'completed', statusCode: 7, appointment: { status: 'completed' } });
    expect(seen.comments.at(-1)).toMatchObject({ comment: 'Seen; no further work-up needed.' });
  });
});

describe('the outcome of an appointment', () => {
  test('is recorded by the receiving side only', async () => {
    const { target, place, sender, receiver, patient } = await buildVisited();
    const calls = [
      [rescheduleReferral, { ...target, ...place, appointmentTime: '2087-02-01T09:00:00Z' }],
      [recordNoShow, target],
      [cancelAppointment, target],
      [completeReferral, { ...target, comment: 'Seen' }],
    ] as const;
    const senderCaller = await app.as(sender);
    const stranger = await app.as(await buildUser(app.db));
    for (const [endpoint, input] of calls) {
      expect(await app.nobody.fail(endpoint, input as never)).toMatchObject({ status: 401 });
      expect(await stranger.fail(endpoint, input as never)).toMatchObject({ code: 'unauthorized_patient' });
      expect(await senderCaller.fail(endpoint, input as never)).toMatchObject({ code: 'wrong_state' });
    }
    // Nothing new is arranged for a patient who has died.
    await app.db
      .updateTable('patient')
      .set({ is_deceased: true })
      .where('patient_id', '=', patient.patientId)
      .execute();
    const office = await buildUser(app.db, { clientId: receiver.clientId });
    await addProxy(app.db, receiver, office);
    const caller = await app.as(office);
    const [[, moved]] = calls;
    expect(await caller.fail(rescheduleReferral, moved)).toMatchObject({
      validationErrors: { '': 'The patient has died.' },
    });
    await caller.ok(cancelAppointment, target);
    expect((await changesOf(app.db, target.referralId)).at(-1)).toMatchObject({
      action: 'referral.appointment_canceled',
      on_behalf_of_user_id: receiver.userId,
    });
  });
});
