import {
  acceptReferral,
  addReferralComment,
  cancelReferral,
  declineReferral,
  processTexts,
  selectReferralProvider,
} from '@careloop/contracts/referrals/processing';
import { createReferral, getReferral, listReferrals } from '@careloop/contracts/referrals';
import { readReferralAnswer } from '@careloop/contracts/referrals/unread';
import { getDocumentText } from '@careloop/contracts/charts/viewer';
import { getPatientInfo } from '@careloop/contracts/patients';
import { listWorkQueueItems } from '@careloop/contracts/work-queues';
import { setWorkQueueItemCompleted } from '@careloop/contracts/work-queues/items';
import { referralStatusLabels, WorkQueue } from '@careloop/contracts/codes';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import {
  addProxy,
  addToCareTeam,
  buildDirectoryProvider,
  buildDocument,
  buildProvider,
  buildReferral,
  buildReferralParties,
  buildUser,
  referralInput,
  changesOf,
} from '../../../test/factories.ts';
import { startTestApp } from '../../../test/harness.ts';
import type { TestApp } from '../../../test/harness.ts';
import { queueItemOf } from '../../../test/queueItems.ts';
import { referralAudience } from './shared/audience.ts';
import { queueOverdue } from './queueOverdue.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

describe('processing a referral', () => {
  test('accepting without an appointment keeps it in the queue, and opens the patient to the receiver', async () => {
    const { referralId, receiver, sender, patient } = await buildReferral(app);
    const caller = await app.as(receiver);
    expect(await caller.fail(getPatientInfo, { patientId: patient.patientId })).toMatchObject({
      code: 'unauthorized_patient',
    });
    await caller.ok(acceptReferral, { referralId, version: 1, comments: ['Will call the patient'] });

    const seenBySender = await (await app.as(sender)).ok(getReferral, { referralId });
    expect(seenBySender).toMatchObject({ status: 'accepted', statusCode: 2, version: 2 });
    expect(seenBySender.timeline.map((row) => row.action)).toEqual(['created', 'accepted']);
    expect(seenBySender.comments.map((row) => row.comment)).toEqual(['Will call the patient']);
    const queue = await caller.ok(listWorkQueueItems, { workQueueId: WorkQueue.referralToProcess });
    expect(queue.totalItemCount).toBe(1);
    expect(await caller.ok(getPatientInfo, { patientId: patient.patientId })).toMatchObject({ careTeamSize: 1 });
  });

  test('accepting again changes nothing, unless something new is entered', async () => {
    const { referralId, receiver, sender } = await buildReferral(app);
    const [caller, sending] = [await app.as(receiver), await app.as(sender)];
    const { healthcareProviderId } = receiver;
    const answer = { referralId, healthcareProviderId, authorizationCode: 'A-1', comments: [] };
    await caller.ok(acceptReferral, answer);
    const { timeline } = await sending.ok(getReferral, { referralId });
    const referralEventId = timeline.at(-1)?.referralEventId ?? 0;
    await sending.ok(readReferralAnswer, { referralId, referralEventId });
    const before = await sending.ok(getReferral, { referralId });
    expect(await caller.ok(acceptReferral, { ...answer, version: 2 })).toMatchObject({ version: 2 });
    expect(await sending.ok(getReferral, { referralId })).toEqual(before);
    for (const news of [{ comments: 'Called twice' }, { authorizationCode: '' }, { caregiverName: 'Ama Okafor' }]) {
      const { version } = await sending.ok(getReferral, { referralId });
      expect(await caller.ok(acceptReferral, { ...answer, ...news })).toMatchObject({ version: version + 1 });
    }
    expect(await sending.ok(getReferral, { referralId })).toMatchObject({ isUnread: true });
  });

  test('accepting with an appointment schedules it and completes the queue item', async () => {
    const { referralId, receiver, patient } = await buildReferral(app);
    const caller = await app.as(receiver);
    await caller.ok(acceptReferral, {
      referralId,
      version: 1,
      healthcareProviderId: receiver.healthcareProviderId,
      appointmentAddressId: receiver.addressId,
      appointmentTime: '2087-01-15T14:30:00-05:00',
      appointmentDescription: 'First visit',
    });
    const referral = await caller.ok(getReferral, { referralId });
    expect(referral).toMatchObject({ status: 'scheduled', statusCode: 4, appointment: { description: 'First visit' } });
    expect(new Date(referral.appointment?.appointmentTime ?? 0).toISOString()).toBe('2087-01-15T19:30:00.000Z');
    const queue = await caller.ok(listWorkQueueItems, { workQueueId: WorkQueue.referralToProcess });
    expect(queue.totalItemCount).toBe(0);
    expect(await changesOf(app.db, referralId)).toMatchObject([
      { action: 'referral.created' },
      { action: 'referral.scheduled', patient_id: patient.patientId },
    ]);
  });

  test('an empty contact is removed, an omitted one stays, and consent requires no number', async () => {
    const parties = await buildReferralParties(app);
    const sender = await app.as(parties.sender);
    const contact = { caregiverName: 'Ama Okafor', cellPhone: '5085550142' };
    const { referralId } = await sender.ok(createReferral, { ...referralInput(parties), ...contact });
    const caller = await app.as(parties.receiver);
    expect(await caller.fail(acceptReferral, { referralId, cellPhone: 'x' })).toMatchObject({
      validationErrors: { cellPhone: processTexts.phoneInvalid },
    });
    await caller.ok(acceptReferral, { referralId, cellPhone: '', givenSmsConsent: true });
    expect(await caller.ok(getReferral, { referralId })).toMatchObject({
      caregiverName: 'Ama Okafor',
      cellPhone: null,
      givenSmsConsent: true,
    });
    await caller.ok(acceptReferral, { referralId, comments: null, givenSmsConsent: null });
    expect(await caller.ok(getReferral, { referralId })).toMatchObject({ givenSmsConsent: true, comments: [] });
  });

  test('an appointment in the past is refused, and nothing changes', async () => {
    const { referralId, receiver } = await buildReferral(app);
    const caller = await app.as(receiver);
    const failure = await caller.fail(acceptReferral, {
      referralId,
      appointmentTime: new Date(Date.now() - 86_400_000).toISOString(),
      appointmentAddressId: receiver.addressId,
    });
    expect(failure.validationErrors).toEqual({ appointmentTime: processTexts.appointmentPast });
    expect(await caller.ok(getReferral, { referralId })).toMatchObject({ status: 'pending' });
  });

  test.each(['decline', 'cancel'] as const)(
    'a %s after accepting removes the receiver from the care team again',
    async (way) => {
      const { referralId, receiver, sender, patient } = await buildReferral(app);
      const caller = await app.as(receiver);
      await caller.ok(acceptReferral, { referralId });
      await caller.ok(getPatientInfo, { patientId: patient.patientId });
      if (way === 'decline') await caller.ok(declineReferral, { referralId, declineReason: 1 });
      else await (await app.as(sender)).ok(cancelReferral, { referralId });
      expect(await caller.fail(getPatientInfo, { patientId: patient.patientId })).toMatchObject({
        code: 'unauthorized_patient',
      });
      const changes = await app.db
        .selectFrom('audit_event')
        .select('action')
        .where('patient_id', '=', patient.patientId)
        .where('subject_type', '=', 'user')
        .orderBy('audit_event_id')
        .execute();
      expect(changes.map((row) => row.action)).toEqual(['care_team.joined', 'care_team.ended']);
    },
  );

  test('a sender who lost access to the patient can no longer see it: by id, in lists, in queues', async () => {
    const parties = await buildReferralParties(app);
    const { referredBy, receiver, patient } = parties;
    await addToCareTeam(app.db, patient, referredBy);
    const sender = await app.as(referredBy);
    const { referralId } = await sender.ok(createReferral, referralInput(parties));
    await (await app.as(receiver)).ok(declineReferral, { referralId, declineReason: 1 });
    const queue = { workQueueId: WorkQueue.referralsDeclined };
    expect((await sender.ok(listWorkQueueItems, queue)).totalItemCount).toBe(1);
    await app.db
      .updateTable('care_team_member')
      .set({ status: 'removed' })
      .where('patient_id', '=', patient.patientId)
      .execute();
    expect(await sender.fail(getReferral, { referralId })).toMatchObject({ code: 'unauthorized_patient' });
    expect(await sender.fail(addReferralComment, { referralId, comment: 'Hello' })).toMatchObject({
      code: 'unauthorized_patient',
    });
    expect(await sender.ok(listWorkQueueItems, queue)).toMatchObject({ totalItemCount: 0, items: [] });
    expect(await referralAudience(app.db, referralId)).not.toContain(`user:${referredBy.userId}`);
  });

  test('a proxy of the receiver accepts in their name', async () => {
    const { referralId, receiver, patient } = await buildReferral(app);
    const office = await buildUser(app.db, { clientId: receiver.clientId });
    await addProxy(app.db, receiver, office);
    const caller = await app.as(office);
    await caller.ok(acceptReferral, { referralId, comments: ['Thursday at 9.'] });
    const referral = await caller.ok(getReferral, { referralId });
    expect(referral.timeline.at(-1)?.onBehalfOfFullName).toEqual(expect.any(String));
    expect(await changesOf(app.db, referralId)).toMatchObject([
      { action: 'referral.created' },
      { user_id: office.userId, on_behalf_of_user_id: receiver.userId },
    ]);
    expect(await caller.ok(getPatientInfo, { patientId: patient.patientId })).toBeDefined();
  });

  test('an appointment needs an address of the provider', async () => {
    const { referralId, receiver, referredBy } = await buildReferral(app);
    const caller = await app.as(receiver);
    const failure = await caller.fail(acceptReferral, {
      referralId,
      appointmentTime: '2087-01-15T14:30:00-05:00',
      appointmentAddressId: referredBy.addressId,
    });
    expect(failure.validationErrors).toEqual({ appointmentAddressId: processTexts.addressRequired });
    expect(await caller.ok(getReferral, { referralId })).toMatchObject({ status: 'pending', appointment: null });
  });

  test('declining gives the reason and returns it to the sender’s queue', async () => {
    const { referralId, receiver, sender } = await buildReferral(app);
    await (await app.as(receiver)).ok(declineReferral, { referralId, declineReason: 1, comments: [] });
    const caller = await app.as(sender);
    const referral = await caller.ok(getReferral, { referralId });
    expect(referral).toMatchObject({ status: 'declined', declineReason: 1 });
    expect(referral.timeline.at(-1)).toMatchObject({
      action: 'declined',
      reason: 'Availability',
      fromStatus: 'pending',
    });
    const queue = await caller.ok(listWorkQueueItems, { workQueueId: WorkQueue.referralsDeclined });
    expect(queue.items.map((item) => item.referral?.referralId)).toContain(referralId);
  });

  test('after declining, the receiver still sees what was sent and nothing else about the patient', async () => {
    const parties = await buildReferralParties(app);
    const { patientDocumentId } = await buildDocument(app, parties.patient, 'Echo report');
    const sender = await app.as(parties.sender);
    const charts = [{ patientDocumentId, associationType: 3 as const }];
    const { referralId } = await sender.ok(createReferral, { ...referralInput(parties), patientCharts: charts });
    const receiver = await app.as(parties.receiver);
    expect(await receiver.ok(getDocumentText, { patientDocumentId, referralId })).toMatchObject({
      text: 'Echo report',
    });
    expect(await receiver.fail(getDocumentText, { patientDocumentId })).toMatchObject({ code: 'unauthorized_patient' });
    await receiver.ok(declineReferral, { referralId, declineReason: 4 });
    expect(await receiver.ok(getDocumentText, { patientDocumentId, referralId })).toMatchObject({
      text: 'Echo report',
    });
    expect(await receiver.fail(getDocumentText, { patientDocumentId })).toMatchObject({ code: 'unauthorized_patient' });
  });

  test('declining is refused without a reason, and for Other without a text; nothing changes', async () => {
    const { referralId, receiver } = await buildReferral(app);
    const caller = await app.as(receiver);
    expect(await caller.fail(declineReferral, { referralId } as never)).toMatchObject({
      validationErrors: { declineReason: processTexts.declineReasonRequired },
    });
    expect(await caller.fail(declineReferral, { referralId, declineReason: 0 })).toMatchObject({
      validationErrors: { declineReasonOther: processTexts.declineOtherRequired },
    });
    expect(await caller.ok(getReferral, { referralId })).toMatchObject({ status: 'pending' });
  });

  test('the comments of a decline are kept in their order', async () => {
    const { referralId, receiver } = await buildReferral(app);
    const caller = await app.as(receiver);
    await caller.ok(declineReferral, { referralId, declineReason: 1, comments: ['First', 'Second'] });
    const referral = await caller.ok(getReferral, { referralId });
    expect(referral.comments.map((row) => row.comment)).toEqual(['First', 'Second']);
  });

  test('an accepted referral that is canceled becomes an exception of the receiver', async () => {
    const { referralId, receiver, sender } = await buildReferral(app);
    const receiving = await app.as(receiver);
    await receiving.ok(acceptReferral, { referralId });
    await (await app.as(sender)).ok(cancelReferral, { referralId, comments: null });
    const exceptions = await receiving.ok(listWorkQueueItems, { workQueueId: WorkQueue.referralExceptions });
    expect(exceptions.items.map((item) => item.referral?.referralId)).toEqual([referralId]);
  });

  test('a note that is sent twice is stored once', async () => {
    const { referralId, sender } = await buildReferral(app);
    const caller = await app.as(sender);
    const headers = { 'idempotency-key': 'note-number-one' };
    await caller.ok(addReferralComment, { referralId, comment: ' Fax on its way ' }, headers);
    await caller.ok(addReferralComment, { referralId, comment: ' Fax on its way ' }, headers);
    const referral = await caller.ok(getReferral, { referralId });
    expect(referral.comments).toMatchObject([{ referralId, comment: 'Fax on its way' }]);
  });

  test('is written in the name of the side that the writer is on', async () => {
    const { referralId, receiver } = await buildReferral(app);
    const office = await buildUser(app.db, { clientId: receiver.clientId });
    await addProxy(app.db, receiver, office);
    await (await app.as(office)).ok(addReferralComment, { referralId, comment: 'The doctor is away until Monday.' });
    const { writtenFor } = await app.db
      .selectFrom('audit_event')
      .select('on_behalf_of_user_id as writtenFor')
      .where('subject_id', '=', referralId)
      .where('user_id', '=', office.userId)
      .where('kind', '=', 'change')
      .executeTakeFirstOrThrow();
    expect(writtenFor).toBe(receiver.userId);
  });
});

describe('selecting a provider', () => {
  async function sendToSpecialty() {
    const parties = await buildReferralParties(app);
    const sender = await app.as(parties.sender);
    const { referralId } = await sender.ok(createReferral, {
      ...referralInput(parties),
      healthcareProviderId: null,
      healthcareProviderAddressId: null,
      healthcareProviderSpecialtyId: parties.receiver.specialtyId,
    });
    return { ...parties, sender, referralId };
  }

  test('moves a referral to a specialty into the provider’s queue', async () => {
    const { sender, receiver, referralId } = await sendToSpecialty();
    const { healthcareProviderId, addressId } = receiver;
    await sender.ok(selectReferralProvider, {
      referralId,
      version: 1,
      healthcareProviderId,
      healthcareProviderAddressId: addressId,
    });
    const waiting = await sender.ok(listWorkQueueItems, { workQueueId: WorkQueue.referralNeedsPhysicianSelection });
    expect(waiting.items.map((item) => item.referral?.referralId)).not.toContain(referralId);
    const caller = await app.as(receiver);
    const queue = await caller.ok(listWorkQueueItems, { workQueueId: WorkQueue.referralToProcess });
    expect(queue.items.map((item) => item.referral?.referralId)).toEqual([referralId]);
    const referral = await caller.ok(getReferral, { referralId });
    expect(referral.timeline.map((row) => row.action)).toEqual(['created', 'provider_selected']);
    expect(referral.can).toMatchObject({ accept: true });
    expect(await changesOf(app.db, referralId)).toMatchObject([
      { action: 'referral.created' },
      { action: 'referral.provider_selected' },
    ]);
  });

  test('of another specialty replaces the specialty it was sent to', async () => {
    const { sender, referralId } = await sendToSpecialty();
    const { healthcareProviderId, specialtyId } = await buildDirectoryProvider(app.db);
    await sender.ok(selectReferralProvider, { referralId, healthcareProviderId });
    expect(await sender.ok(getReferral, { referralId })).toMatchObject({ healthcareProviderSpecialtyId: specialtyId });
  });

  test('is refused once a provider has it, for other users, and without a provider', async () => {
    const { sender, receiver, referralId } = await sendToSpecialty();
    expect(await sender.fail(selectReferralProvider, { referralId })).toMatchObject({
      validationErrors: { healthcareProviderId: processTexts.providerRequired },
    });
    const { healthcareProviderId } = receiver;
    await sender.ok(selectReferralProvider, { referralId, healthcareProviderId });
    expect(await sender.fail(selectReferralProvider, { referralId, healthcareProviderId })).toMatchObject({
      code: 'wrong_state',
    });
    const caller = await app.as(receiver);
    expect(await caller.fail(selectReferralProvider, { referralId, healthcareProviderId })).toMatchObject({
      code: 'wrong_state',
    });
  });

  test('ends its queue item: until then it can be reopened, afterwards not', async () => {
    const { sender, receiver, referralId } = await sendToSpecialty();
    const { work_queue_encounter_id: workQueueEncounterId } = await queueItemOf(app.db, referralId);
    const reopen = { workQueueEncounterId, setCompleted: false };
    await sender.ok(setWorkQueueItemCompleted, { workQueueEncounterId, setCompleted: true });
    await sender.ok(setWorkQueueItemCompleted, reopen);
    await sender.ok(selectReferralProvider, { referralId, healthcareProviderId: receiver.healthcareProviderId });
    const refusal = 'A provider has already been selected.';
    expect(await sender.fail(setWorkQueueItemCompleted, reopen)).toMatchObject({ message: refusal });
    const workQueueId = WorkQueue.referralNeedsPhysicianSelection;
    expect(await sender.ok(listWorkQueueItems, { workQueueId, status: 3 })).toMatchObject({
      items: [{ workQueueEncounterId, can: { reopen: refusal } }],
    });
  });
});

test('an overdue referral is added to the coordinators’ exceptions, once', async () => {
  const { referralId, sender } = await buildReferral(app);
  const inExceptions = async () => {
    const queue = await (
      await app.as(sender)
    ).ok(listWorkQueueItems, { workQueueId: WorkQueue.referralExceptions, status: 3 });
    return queue.items.filter((item) => item.referral?.referralId === referralId).length;
  };
  await queueOverdue(app.db);
  expect(await inExceptions()).toBe(0);
  await app.db
    .updateTable('referral')
    .set({ due_at: new Date('2020-01-01') })
    .where('referral_id', '=', referralId)
    .execute();
  expect(await queueOverdue(app.db)).toBeGreaterThan(0);
  expect(await inExceptions()).toBe(1);
  expect(await queueOverdue(app.db)).toBe(0);
});

describe('permissions', () => {
  test('twenty concurrent answers: one is accepted, the others get the resulting state', async () => {
    const { referralId, receiver } = await buildReferral(app);
    const caller = await app.as(receiver);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => caller.call(acceptReferral, { referralId, version: 1 })),
    );
    expect(answers.filter((answer) => answer.body.wasSuccessful)).toHaveLength(1);
    for (const { status, body } of answers.filter((answer) => !answer.body.wasSuccessful)) {
      expect(status).toBe(409);
      expect(body).toMatchObject({ code: 'stale_version', current: { version: 2, what: 'accepted' } });
    }
    expect((await caller.ok(getReferral, { referralId })).timeline).toHaveLength(2);
  });

  test.each(['declined', 'cancelled', 'completed', 'scheduled'] as const)(
    'a %s referral cannot be accepted',
    async (status) => {
      const { referralId, receiver } = await buildReferral(app, { status });
      const failure = await (await app.as(receiver)).fail(acceptReferral, { referralId });
      expect(failure).toMatchObject({
        code: 'wrong_state',
        message: `This referral is ${referralStatusLabels[status].toLowerCase()}.`,
      });
    },
  );

  test('the sender cannot accept, the receiver cannot cancel', async () => {
    const { referralId, receiver, sender } = await buildReferral(app);
    expect(await (await app.as(sender)).fail(acceptReferral, { referralId })).toMatchObject({ code: 'wrong_state' });
    expect(await (await app.as(receiver)).fail(cancelReferral, { referralId })).toMatchObject({ code: 'wrong_state' });
  });

  test('other users cannot find it: by id, by its queue item, in lists, by its patient, in queues', async () => {
    const { referralId, patient } = await buildReferral(app);
    const outsider = await app.as(await buildProvider(app.db));
    const item = await queueItemOf(app.db, referralId);
    for (const endpoint of [acceptReferral, cancelReferral] as const) {
      expect(await outsider.fail(endpoint, { referralId })).toMatchObject({ code: 'unauthorized_patient' });
    }
    expect(await outsider.fail(declineReferral, { referralId, declineReason: 1 })).toMatchObject({
      code: 'unauthorized_patient',
    });
    expect(await outsider.fail(addReferralComment, { referralId, comment: 'Hello' })).toMatchObject({
      code: 'unauthorized_patient',
    });
    expect(await outsider.fail(getReferral, { referralId })).toMatchObject({ code: 'unauthorized_patient' });
    const byItem = { workQueueEncounterId: item.work_queue_encounter_id };
    expect(await outsider.fail(getReferral, byItem)).toMatchObject({ code: 'unauthorized_patient' });
    expect((await outsider.ok(listReferrals, {})).items).toEqual([]);
    expect((await outsider.ok(listReferrals, { patientId: patient.patientId })).items).toEqual([]);
    const queue = await outsider.ok(listWorkQueueItems, { workQueueId: WorkQueue.referralToProcess });
    expect(queue).toMatchObject({ items: [], totalItemCount: 0 });
    expect(await app.nobody.fail(getReferral, { referralId })).toMatchObject({ status: 401 });
  });
});
