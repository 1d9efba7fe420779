import { WorkQueue } from '@careloop/contracts/codes';
import { cancelAppointment, recordNoShow, rescheduleReferral } from '@careloop/contracts/referrals/appointments';
import { completeReferral, reopenReferral } from '@careloop/contracts/referrals/closing';
import {
  acceptReferral,
  addReferralComment,
  cancelReferral,
  declineReferral,
  processTexts,
} from '@careloop/contracts/referrals/processing';
import { createReferral, getReferral } from '@careloop/contracts/referrals';
import { canAccessPatient } from '@careloop/contracts/patients';
import { listWorkQueueItems } from '@careloop/contracts/work-queues';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import {
  addProxy,
  addToCareTeam,
  buildCoordinator,
  buildDirectoryProvider,
  buildProvider,
  buildReferral,
  buildReferralParties,
  buildUser,
  referralInput,
} from '../../../test/factories.ts';
import { startTestApp } from '../../../test/harness.ts';
import type { Caller, TestApp } from '../../../test/harness.ts';
import { takeJobs } from '../../../test/mails.ts';
import { notifyReferralSender } from './jobs.ts';
import { queuePastVisits } from './queueOverdue.ts';
import { reassign } from './reassign.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const onlyReceiver = 'Only the provider it was sent to, or somebody who acts for them, can do this.';
const exceptions = { workQueueId: WorkQueue.referralExceptions };
const inFuture = '2087-01-15T14:30:00-05:00';

const itemsOf = async (caller: Caller) => (await caller.ok(listWorkQueueItems, exceptions)).items;

/** Sent by a provider to an office without an account; the coordinator of the client sees to it. */
async function sendToOffice() {
  const parties = await buildReferralParties(app);
  const { referredBy, patient, sender: coordinatingUser } = parties;
  await addToCareTeam(app.db, patient, referredBy);
  const sender = await app.as(referredBy);
  const office = await buildDirectoryProvider(app.db);
  const { referralId } = await sender.ok(createReferral, {
    ...referralInput({ ...parties, receiver: { ...parties.receiver, ...office } }),
  });
  return { referralId, patient, office, sender, coordinatingUser, coordinator: await app.as(coordinatingUser) };
}

/** A scheduled referral whose receiver was deactivated after the visit. */
async function scheduleAndDeactivate() {
  const built = await buildReferral(app);
  const { referralId, receiver } = built;
  const { healthcareProviderId, addressId: appointmentAddressId } = receiver;
  const visit = { healthcareProviderId, appointmentAddressId, appointmentTime: inFuture };
  await (await app.as(receiver)).ok(acceptReferral, { referralId, ...visit });
  await sql`update patient_appointment set appointment_time = now() - interval '2 days'
    where referral_id = ${referralId}`.execute(app.db);
  await app.db.updateTable('user_account').set({ is_active: false }).where('user_id', '=', receiver.userId).execute();
  return { ...built, visit, coordinator: await app.as(built.sender) };
}

describe('the answer of an office without an account', () => {
  test('is recorded by a coordinator, from acceptance to the end of the visit', async () => {
    const { referralId, office, sender, coordinator } = await sendToOffice();
    expect(await coordinator.ok(getReferral, { referralId })).toMatchObject({
      isAnsweredByCoordinators: true,
      isUserCoordinator: true,
      side: 'referring',
      can: { accept: true, decline: true, selectProvider: true, reschedule: 'This referral is pending.' },
    });
    expect(await sender.ok(getReferral, { referralId })).toMatchObject({ isUserCoordinator: false });
    await coordinator.ok(acceptReferral, { referralId, version: 1, comments: ['They call her on Monday'] });
    expect(await itemsOf(coordinator)).toMatchObject([
      { subjectId: referralId, referral: { status: 'accepted', exceptionReasons: ['receiver_without_user'] } },
    ]);
    expect(await sender.ok(getReferral, { referralId })).toMatchObject({ status: 'accepted', isUnread: true });
    const visit = { appointmentAddressId: office.addressId, appointmentTime: inFuture };
    await coordinator.ok(acceptReferral, { referralId, version: 2, ...visit });
    expect(await itemsOf(coordinator)).toEqual([]);
    expect(await coordinator.ok(getReferral, { referralId })).toMatchObject({
      status: 'scheduled',
      appointment: { healthcareProviderId: office.healthcareProviderId },
    });
    await sql`update patient_appointment set appointment_time = now() - interval '2 days'
      where referral_id = ${referralId}`.execute(app.db);
    expect(await queuePastVisits(app.db)).toBe(1);
    expect(await itemsOf(coordinator)).toMatchObject([{ subjectId: referralId }]);
    await coordinator.ok(completeReferral, { referralId, version: 3, comment: 'Seen; report by fax' });
    expect(await itemsOf(coordinator)).toEqual([]);
    const { timeline, status } = await sender.ok(getReferral, { referralId });
    expect(status).toBe('completed');
    const recordedBy = (await coordinator.ok(getReferral, { referralId })).timeline[1]?.userFullName;
    expect(timeline.slice(1)).toMatchObject(
      ['accepted', 'scheduled', 'completed'].map((action) => ({
        action,
        userFullName: recordedBy,
        onBehalfOfFullName: null,
      })),
    );
    await sender.ok(reopenReferral, { referralId, reason: 'The report is missing' });
    expect(await itemsOf(coordinator)).toMatchObject([{ subjectId: referralId }]);
  });

  test('is not announced to a coordinator who sent it and records it', async () => {
    const parties = await buildReferralParties(app);
    const coordinator = await app.as(parties.sender);
    const office = await buildDirectoryProvider(app.db);
    const { referralId } = await coordinator.ok(
      createReferral,
      referralInput({ ...parties, receiver: { ...parties.receiver, ...office } }),
    );
    await coordinator.ok(acceptReferral, { referralId });
    await takeJobs(app, notifyReferralSender.name);
    await coordinator.ok(completeReferral, { referralId, comment: 'Seen on Monday.' });
    expect(await takeJobs(app, notifyReferralSender.name)).toEqual([]);
  });

  test('can be a refusal, which goes back to the sender', async () => {
    const { referralId, sender, coordinator } = await sendToOffice();
    await coordinator.ok(declineReferral, { referralId, version: 1, declineReason: 1 });
    expect(await itemsOf(coordinator)).toEqual([]);
    const declined = await sender.ok(listWorkQueueItems, { workQueueId: WorkQueue.referralsDeclined });
    expect(declined.items).toMatchObject([{ subjectId: referralId }]);
  });

  test('is recorded for that office only, also by those who act for the coordinator', async () => {
    const { referralId, coordinator, coordinatingUser, patient } = await sendToOffice();
    const stranger = await buildProvider(app.db);
    const { healthcareProviderId } = stranger;
    expect(await coordinator.fail(acceptReferral, { referralId, healthcareProviderId })).toMatchObject({
      validationErrors: { healthcareProviderId: processTexts.providerRequired },
    });
    const deputy = await buildUser(app.db, { clientId: patient.clientId });
    await addProxy(app.db, coordinatingUser, deputy);
    await (await app.as(deputy)).ok(acceptReferral, { referralId });
  });

  test('is recorded by nobody else: not the sender, other users who see the patient, or other clients’ coordinators', async () => {
    const { referralId, sender, patient } = await sendToOffice();
    const member = await buildUser(app.db, { clientId: patient.clientId });
    await addToCareTeam(app.db, patient, member);
    for (const caller of [sender, await app.as(member)]) {
      expect(await caller.fail(acceptReferral, { referralId })).toMatchObject({ message: onlyReceiver });
      expect(await caller.ok(getReferral, { referralId })).toMatchObject({ can: { accept: onlyReceiver } });
    }
    const elsewhere = await app.as(await buildCoordinator(app.db));
    expect(await elsewhere.fail(acceptReferral, { referralId })).toMatchObject({ code: 'unauthorized_patient' });
    // A coordinator elsewhere who is on the care team sees it, and no more.
    const guest = await buildCoordinator(app.db);
    await addToCareTeam(app.db, patient, guest);
    expect(await (await app.as(guest)).fail(acceptReferral, { referralId })).toMatchObject({ message: onlyReceiver });
  });

  test('is asked for again when an accepted referral is canceled, and no reply is expected in the portal', async () => {
    const { referralId, sender, coordinator } = await sendToOffice();
    await coordinator.ok(acceptReferral, { referralId });
    expect(
      await sender.fail(addReferralComment, { referralId, comment: 'When is she seen?', asksForReply: true }),
    ).toMatchObject({ validationErrors: { asksForReply: processTexts.askNobody } });
    await sender.ok(cancelReferral, { referralId });
    expect(await itemsOf(coordinator)).toMatchObject([
      { subjectId: referralId, referral: { exceptionReasons: ['canceled_after_acceptance'] } },
    ]);
  });
});

test('a referral to a specialty is answered by nobody until a provider is selected', async () => {
  const parties = await buildReferralParties(app);
  const coordinator = await app.as(parties.sender);
  const { referralId } = await coordinator.ok(createReferral, {
    ...referralInput(parties),
    healthcareProviderId: null,
    healthcareProviderAddressId: null,
    healthcareProviderSpecialtyId: parties.receiver.specialtyId,
  });
  expect(await coordinator.ok(getReferral, { referralId })).toMatchObject({
    isAnsweredByCoordinators: false,
    can: { accept: onlyReceiver },
  });
});

describe('a receiver who gets an account', () => {
  /** Gives the office an account; returns the new user. */
  const giveAccount = async (healthcareProviderId: number, clientId: number) => {
    const user = await buildUser(app.db, { clientId, userType: 'provider', permissions: ['ManageWorkQueues'] });
    await sql`update healthcare_provider set user_id = ${user.userId}
      where healthcare_provider_id = ${healthcareProviderId}`.execute(app.db);
    expect(await reassign(app.db)).toBe(1);
    expect(await reassign(app.db)).toBe(0);
    return await app.as(user);
  };

  test('finds what was sent before, in place of the coordinators, and answers it', async () => {
    const { referralId, patient, office, coordinator, coordinatingUser } = await sendToOffice();
    expect(await itemsOf(coordinator)).toMatchObject([{ subjectId: referralId }]);
    const receiver = await giveAccount(office.healthcareProviderId, coordinatingUser.clientId);
    expect(await itemsOf(coordinator)).toEqual([]);
    const toProcess = { workQueueId: WorkQueue.referralToProcess };
    expect((await receiver.ok(listWorkQueueItems, toProcess)).items).toMatchObject([{ subjectId: referralId }]);
    expect(await coordinator.fail(declineReferral, { referralId, declineReason: 1 })).toMatchObject({
      message: onlyReceiver,
    });
    const { rows } = await sql`select user_id, patient_id, details from audit_event
      where action = 'referral.given' and subject_id = ${referralId}`.execute(app.db);
    const details = { by: 'job', userId: receiver.userId };
    expect(rows).toEqual([{ user_id: null, patient_id: patient.patientId, details }]);
    await receiver.ok(declineReferral, { referralId, declineReason: 1 });
  });

  test('has an overdue referral that stays an exception of the coordinators', async () => {
    const { referralId, office, coordinator, coordinatingUser } = await sendToOffice();
    await sql`update referral set due_at = now() - interval '1 hour' where referral_id = ${referralId}`.execute(app.db);
    const receiver = await giveAccount(office.healthcareProviderId, coordinatingUser.clientId);
    expect(await itemsOf(coordinator)).toMatchObject([{ subjectId: referralId }]);
    const toProcess = { workQueueId: WorkQueue.referralToProcess };
    expect((await receiver.ok(listWorkQueueItems, toProcess)).items).toMatchObject([{ subjectId: referralId }]);
  });

  test('has the item of a visit that has passed', async () => {
    const { referralId, patient, office, sender, coordinator, coordinatingUser } = await sendToOffice();
    const visit = { appointmentAddressId: office.addressId, appointmentTime: inFuture };
    await coordinator.ok(acceptReferral, { referralId, version: 1, ...visit });
    await sql`update patient_appointment set appointment_time = now() - interval '2 days'
      where referral_id = ${referralId}`.execute(app.db);
    expect(await queuePastVisits(app.db)).toBe(1);
    expect(await itemsOf(coordinator)).toMatchObject([{ subjectId: referralId }]);
    const receiver = await giveAccount(office.healthcareProviderId, coordinatingUser.clientId);
    expect(await itemsOf(coordinator)).toEqual([]);
    // Without the patient the outcome of the visit could not be recorded.
    expect(await receiver.ok(canAccessPatient, { patientId: patient.patientId })).toMatchObject({
      canAccessPatient: true,
    });
    const { rows } = await sql`select a.user_id, a.details, m.invited_by_user_id from audit_event a
      join care_team_member m on m.patient_id = a.patient_id and m.user_id = a.subject_id
      where a.action = 'care_team.joined' and a.subject_id = ${receiver.userId}`.execute(app.db);
    expect(rows).toEqual([{ user_id: null, details: { by: 'job' }, invited_by_user_id: sender.userId }]);
    await receiver.ok(recordNoShow, { referralId });
  });

  /** Makes the user the office's without giving them anything yet. */
  const giveTo = async (userId: number, healthcareProviderId: number) => {
    await sql`update healthcare_provider set user_id = null where user_id = ${userId}`.execute(app.db);
    await sql`update healthcare_provider set user_id = ${userId}
      where healthcare_provider_id = ${healthcareProviderId}`.execute(app.db);
  };
  const withoutQueues = (clientId: number) =>
    buildUser(app.db, { clientId, userType: 'provider', permissions: ['Messages'] });

  test('gets nothing that they cannot work or that they sent', async () => {
    const { referralId, office, coordinator, sender, coordinatingUser } = await sendToOffice();
    for (const userId of [(await withoutQueues(coordinatingUser.clientId)).userId, sender.userId]) {
      await giveTo(userId, office.healthcareProviderId);
      expect(await reassign(app.db)).toBe(0);
    }
    expect(await itemsOf(coordinator)).toMatchObject([{ subjectId: referralId }]);
  });

  test('leaves what was accepted for the office to the coordinators if they cannot work it or sent it', async () => {
    const { referralId, office, coordinator, sender, coordinatingUser } = await sendToOffice();
    await coordinator.ok(acceptReferral, { referralId });
    for (const userId of [(await withoutQueues(coordinatingUser.clientId)).userId, sender.userId]) {
      await giveTo(userId, office.healthcareProviderId);
      expect(await reassign(app.db)).toBe(0);
      expect(await coordinator.ok(getReferral, { referralId })).toMatchObject({
        isAnsweredByCoordinators: true,
        exceptionReasons: ['receiver_without_user'],
        can: { decline: true },
      });
    }
    // Accepting again, with or without an appointment, keeps the item with the coordinators, too.
    await coordinator.ok(acceptReferral, { referralId });
    expect(await itemsOf(coordinator)).toMatchObject([{ subjectId: referralId }]);
    await coordinator.ok(declineReferral, { referralId, declineReason: 1 });
  });
});

describe('a receiver who is activated again', () => {
  const switchUser = (userId: number, isActive: boolean) =>
    app.db.updateTable('user_account').set({ is_active: isActive }).where('user_id', '=', userId).execute();
  const toProcess = { workQueueId: WorkQueue.referralToProcess };

  /** A pending referral whose item went to the coordinators when its receiver was deactivated. */
  async function sendAndDeactivate() {
    const built = await buildReferral(app);
    const { receiver, referralId } = built;
    await switchUser(receiver.userId, false);
    expect(await reassign(app.db)).toBe(1);
    const coordinator = await app.as(built.sender);
    expect(await itemsOf(coordinator)).toMatchObject([{ subjectId: referralId }]);
    return { referralId, coordinator, receiver };
  }

  /** Activates the receiver again, and has the job return what is theirs. */
  async function activate(receiver: { userId: number }) {
    await switchUser(receiver.userId, true);
    expect(await reassign(app.db)).toBe(1);
    expect(await reassign(app.db)).toBe(0);
    return app.as(receiver);
  }

  test('gets back the items that the coordinators had meanwhile', async () => {
    const { referralId, coordinator, receiver } = await sendAndDeactivate();
    const caller = await activate(receiver);
    expect(await itemsOf(coordinator)).toEqual([]);
    expect((await caller.ok(listWorkQueueItems, toProcess)).items).toMatchObject([{ subjectId: referralId }]);
    await caller.ok(declineReferral, { referralId, declineReason: 1 });
  });

  test('shares an overdue one with the coordinators, and does not get it again after completing its item', async () => {
    const { referralId, coordinator, receiver } = await sendAndDeactivate();
    await sql`update referral set due_at = now() - interval '1 hour' where referral_id = ${referralId}`.execute(app.db);
    const caller = await activate(receiver);
    expect(await itemsOf(coordinator)).toMatchObject([{ subjectId: referralId }]);
    expect((await caller.ok(listWorkQueueItems, toProcess)).items).toMatchObject([{ subjectId: referralId }]);
    await sql`update work_queue_encounter set status = 'completed', completed_at = now(), completed_by_user_id = ${receiver.userId}
      where subject_id = ${referralId} and owner_user_id = ${receiver.userId}`.execute(app.db);
    expect(await reassign(app.db)).toBe(0);
  });
});

describe('after a receiver was deactivated', () => {
  test('a coordinator records the outcome of the visit; former proxies no longer can', async () => {
    const { referralId, receiver, coordinator, sender } = await scheduleAndDeactivate();
    const proxy = await buildUser(app.db, { clientId: sender.clientId });
    await addProxy(app.db, receiver, proxy);
    expect(await queuePastVisits(app.db)).toBe(1);
    expect(await itemsOf(coordinator)).toMatchObject([{ subjectId: referralId }]);
    await reassign(app.db);
    expect(await itemsOf(coordinator)).toMatchObject([{ subjectId: referralId }]);
    expect(await (await app.as(proxy)).fail(completeReferral, { referralId, comment: 'x' })).toMatchObject({
      code: 'unauthorized_patient',
    });
    await coordinator.ok(recordNoShow, { referralId });
    expect(await itemsOf(coordinator)).toMatchObject([{ subjectId: referralId, referral: { status: 'accepted' } }]);
    await coordinator.ok(completeReferral, { referralId, comment: 'Seen elsewhere' });
    expect(await itemsOf(coordinator)).toEqual([]);
  });

  test('a coordinator moves or cancels the appointment for the office', async () => {
    const { referralId, visit, coordinator } = await scheduleAndDeactivate();
    await coordinator.ok(rescheduleReferral, { referralId, ...visit });
    await coordinator.ok(cancelAppointment, { referralId });
    expect(await itemsOf(coordinator)).toMatchObject([{ subjectId: referralId, referral: { status: 'accepted' } }]);
  });
});
