import {
  acceptReferral,
  addReferralComment,
  cancelReferral,
  createReferral,
  declineReferral,
  getReferral,
  listReferrals,
  processTexts,
  referralTexts,
} from '@careloop/contracts/referrals';
import { getDocumentText } from '@careloop/contracts/charts';
import { getPatientInfo } from '@careloop/contracts/patients';
import { listWorkQueueItems } from '@careloop/contracts/work-queues';
import { WorkQueue } from '@careloop/contracts/codes';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import {
  addProxy,
  addToCareTeam,
  buildCoordinator,
  buildDirectoryProvider,
  buildDocument,
  buildPatient,
  buildProvider,
  buildReferral,
  buildReferralParties,
  buildUser,
  referralInput,
} from '../../../test/factories.ts';
import { startTestApp } from '../../../test/harness.ts';
import type { TestApp } from '../../../test/harness.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

function changesOf(referralId: number) {
  return app.db
    .selectFrom('audit_event')
    .select(['action', 'user_id', 'on_behalf_of_user_id', 'patient_id'])
    .where('subject_type', '=', 'referral')
    .where('subject_id', '=', referralId)
    .where('kind', '=', 'change')
    .orderBy('audit_event_id')
    .execute();
}

function jobsFor(referralId: number) {
  return sql<{ name: string }>`select name from pgboss.job where data->>'referralId' = ${String(referralId)}`.execute(
    app.db,
  );
}

describe('sending a referral', () => {
  test('puts it into the receiver’s queue, on the timeline, into the audit, and notifies', async () => {
    const parties = await buildReferralParties(app);
    const document = await buildDocument(app, parties.patient, 'Echo report');
    const sender = await app.as(parties.sender);
    const { referralId } = await sender.ok(createReferral, {
      ...referralInput(parties),
      cellPhone: '(508) 555-0142',
      givenSmsConsent: true,
      patientCharts: [{ patientDocumentId: document.patientDocumentId, associationType: 3 }],
    });

    const receiver = await app.as(parties.receiver);
    const queue = await receiver.ok(listWorkQueueItems, { workQueueId: WorkQueue.referralToProcess });
    expect(queue.items.map((item) => item.referral?.referralId)).toEqual([referralId]);
    expect(queue.totalItemCount).toBe(1);

    const referral = await receiver.ok(getReferral, { workQueueEncounterId: queue.items[0]?.workQueueEncounterId });
    expect(referral).toMatchObject({
      referralId,
      status: 'pending',
      statusCode: 1,
      cellPhone: '5085550142',
      canAccessPatient: false,
      can: { accept: true, decline: true },
    });
    expect(referral.referralPatientDocuments.map((one) => one.patientDocumentId)).toEqual([document.patientDocumentId]);
    expect(referral.timeline.map((row) => [row.action, row.toStatus])).toEqual([['created', 'pending']]);
    expect(await changesOf(referralId)).toMatchObject([
      { action: 'referral.created', user_id: parties.sender.userId, patient_id: parties.patient.patientId },
    ]);
    expect((await jobsFor(referralId)).rows).toEqual([{ name: 'notify-referral-receiver' }]);
  });

  test('to a specialty waits for a coordinator to pick a provider', async () => {
    const parties = await buildReferralParties(app);
    const sender = await app.as(parties.sender);
    const { referralId } = await sender.ok(createReferral, {
      ...referralInput(parties),
      healthcareProviderId: null,
      healthcareProviderAddressId: null,
      healthcareProviderSpecialtyId: parties.receiver.specialtyId,
    });
    const queue = await sender.ok(listWorkQueueItems, { workQueueId: WorkQueue.referralNeedsPhysicianSelection });
    expect(queue.items.map((item) => item.referral?.referralId)).toEqual([referralId]);
  });

  test('to a provider who is no user goes to the exceptions', async () => {
    const parties = await buildReferralParties(app);
    const stranger = await buildDirectoryProvider(app.db);
    const sender = await app.as(parties.sender);
    const { referralId } = await sender.ok(createReferral, {
      ...referralInput(parties),
      healthcareProviderId: stranger.healthcareProviderId,
      healthcareProviderAddressId: stranger.addressId,
    });
    const queue = await sender.ok(listWorkQueueItems, { workQueueId: WorkQueue.referralExceptions });
    expect(queue.items.map((item) => item.referral?.referralId)).toEqual([referralId]);
  });

  test('a provider refers in their own name; somebody who acts for them keeps both names', async () => {
    const parties = await buildReferralParties(app);
    const office = await buildUser(app.db, { clientId: parties.sender.clientId });
    await addToCareTeam(app.db, parties.patient, parties.referredBy);
    await addProxy(app.db, parties.referredBy, office);
    const caller = await app.as(office);
    const input = { ...referralInput(parties), referredByHealthcareProviderId: null };
    const { referralId } = await caller.ok(createReferral, {
      ...input,
      onBehalfOfUserId: parties.referredBy.userId,
    } as never);
    const referral = await caller.ok(getReferral, { referralId });
    expect(referral.timeline[0]).toMatchObject({
      userFullName: expect.any(String),
      onBehalfOfFullName: expect.any(String),
    });
    expect(await changesOf(referralId)).toMatchObject([
      { user_id: office.userId, on_behalf_of_user_id: parties.referredBy.userId },
    ]);
  });

  test('ten sends with one key make one referral', async () => {
    const parties = await buildReferralParties(app);
    const sender = await app.as(parties.sender);
    const headers = { 'idempotency-key': 'one-wizard-run' };
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => sender.ok(createReferral, referralInput(parties), headers)),
    );
    expect(new Set(answers.map((answer) => answer.referralId)).size).toBe(1);
    const list = await sender.ok(listReferrals, { patientId: parties.patient.patientId });
    expect(list.items).toHaveLength(1);
  });

  test('the same key with another request is a conflict', async () => {
    const parties = await buildReferralParties(app);
    const sender = await app.as(parties.sender);
    const headers = { 'idempotency-key': 'another-run' };
    await sender.ok(createReferral, referralInput(parties), headers);
    const other = await sender.fail(createReferral, { ...referralInput(parties), urgencyDays: 1 }, headers);
    expect(other).toMatchObject({ status: 409, code: 'idempotency_conflict' });
  });

  const rules: [string, object, Record<string, string>][] = [
    ['no receiver', { healthcareProviderId: null }, { healthcareProviderId: referralTexts.chooseOne }],
    ['no such provider', { healthcareProviderId: 9_999_999 }, { healthcareProviderId: referralTexts.providerRequired }],
    [
      'nobody it is on behalf of',
      { referredByHealthcareProviderId: null },
      { referredByHealthcareProviderId: referralTexts.behalfRequired },
    ],
    ['no reason', { referralReason: '  ' }, { referralReason: referralTexts.reasonRequired }],
    [
      'a reason of 501 characters',
      { referralReason: 'x'.repeat(501) },
      { referralReason: referralTexts.reasonTooLong },
    ],
    ['no urgency', { urgencyDays: undefined }, { urgencyDays: referralTexts.urgencyRequired }],
    [
      'additional info of 251 characters',
      { additionalInfo: 'x'.repeat(251) },
      { additionalInfo: referralTexts.additionalInfoTooLong },
    ],
    [
      'an authorization code of 51 characters',
      { authorizationCode: 'x'.repeat(51) },
      { authorizationCode: referralTexts.authorizationCodeTooLong },
    ],
    ['SMS consent without a phone', { givenSmsConsent: true }, { cellPhone: referralTexts.consentPhoneRequired }],
    [
      'a phone with an extension',
      { cellPhone: '508 555 0142 x12' },
      { cellPhone: 'Mobile numbers do not support an extension' },
    ],
    ['a phone that is none', { cellPhone: '12345' }, { cellPhone: 'must be a valid mobile number' }],
  ];
  test.each(rules)('is refused with %s, and nothing is kept', async (_name, change, errors) => {
    const parties = await buildReferralParties(app);
    const sender = await app.as(parties.sender);
    const failure = await sender.fail(createReferral, { ...referralInput(parties), ...change });
    expect(failure).toMatchObject({ status: 200, validationErrors: errors });
    expect((await sender.ok(listReferrals, { patientId: parties.patient.patientId })).items).toEqual([]);
  });

  test('is refused with another patient’s document', async () => {
    const parties = await buildReferralParties(app);
    const other = await buildPatient(app.db, { clientId: parties.sender.clientId });
    const document = await buildDocument(app, other);
    const sender = await app.as(parties.sender);
    const charts = [{ patientDocumentId: document.patientDocumentId, associationType: 3 as const }];
    const failure = await sender.fail(createReferral, { ...referralInput(parties), patientCharts: charts });
    expect(failure.validationErrors).toHaveProperty('patientCharts');
    expect((await sender.ok(listReferrals, { patientId: parties.patient.patientId })).items).toEqual([]);
  });

  test('is refused for a patient who has died', async () => {
    const parties = await buildReferralParties(app);
    const patient = await buildPatient(app.db, { clientId: parties.sender.clientId, deceasedOn: '2020-01-01' });
    const sender = await app.as(parties.sender);
    const failure = await sender.fail(createReferral, referralInput({ ...parties, patient }));
    expect(failure.code).toBe('wrong_state');
  });

  test('needs a session, and a patient the user may see', async () => {
    const parties = await buildReferralParties(app);
    const outsider = await app.as(await buildCoordinator(app.db));
    expect(await app.nobody.fail(createReferral, referralInput(parties))).toMatchObject({ status: 401 });
    const denied = await outsider.fail(createReferral, referralInput(parties));
    expect(denied).toMatchObject({ status: 200, validationErrors: { unauthorized: '1' } });
    const audited = await app.db
      .selectFrom('audit_event')
      .select(['outcome', 'patient_id'])
      .where('user_id', '=', outsider.userId)
      .execute();
    expect(audited).toEqual([{ outcome: 'denied', patient_id: parties.patient.patientId }]);
  });
});

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

  test('accepting with an appointment schedules it and completes the queue item', async () => {
    const { referralId, receiver, patient } = await buildReferral(app);
    const caller = await app.as(receiver);
    await caller.ok(acceptReferral, {
      referralId,
      version: 1,
      healthcareProviderId: receiver.healthcareProviderId,
      appointmentAddressId: receiver.addressId,
      appointmentTime: '2027-01-15T14:30:00-05:00',
      appointmentDescription: 'First visit',
    });
    const referral = await caller.ok(getReferral, { referralId });
    expect(referral).toMatchObject({ status: 'scheduled', statusCode: 4, appointment: { description: 'First visit' } });
    expect(new Date(referral.appointment?.appointmentTime ?? 0).toISOString()).toBe('2027-01-15T19:30:00.000Z');
    const queue = await caller.ok(listWorkQueueItems, { workQueueId: WorkQueue.referralToProcess });
    expect(queue.totalItemCount).toBe(0);
    expect(await changesOf(referralId)).toMatchObject([
      { action: 'referral.created' },
      { action: 'referral.scheduled', patient_id: patient.patientId },
    ]);
  });

  test('somebody who acts for the receiver accepts in their name', async () => {
    const { referralId, receiver, patient } = await buildReferral(app);
    const office = await buildUser(app.db, { clientId: receiver.clientId });
    await addProxy(app.db, receiver, office);
    const caller = await app.as(office);
    await caller.ok(acceptReferral, { referralId, onBehalfOfUserId: receiver.userId } as never);
    const referral = await caller.ok(getReferral, { referralId });
    expect(referral.timeline.at(-1)?.onBehalfOfFullName).toEqual(expect.any(String));
    expect(await caller.ok(getPatientInfo, { patientId: patient.patientId })).toBeDefined();
  });

  test('an appointment needs an address of the provider', async () => {
    const { referralId, receiver, referredBy } = await buildReferral(app);
    const caller = await app.as(receiver);
    const failure = await caller.fail(acceptReferral, {
      referralId,
      appointmentTime: '2027-01-15T14:30:00-05:00',
      appointmentAddressId: referredBy.addressId,
    });
    expect(failure.validationErrors).toEqual({ appointmentAddressId: processTexts.addressRequired });
    expect(await caller.ok(getReferral, { referralId })).toMatchObject({ status: 'pending', appointment: null });
  });

  test('declining tells why, and comes back to the sender’s queue', async () => {
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

  test('after declining, the receiver keeps the answer but not the patient’s documents', async () => {
    const parties = await buildReferralParties(app);
    const { patientDocumentId } = await buildDocument(app, parties.patient, 'Echo report');
    const sender = await app.as(parties.sender);
    const charts = [{ patientDocumentId, associationType: 3 as const }];
    const { referralId } = await sender.ok(createReferral, { ...referralInput(parties), patientCharts: charts });
    const receiver = await app.as(parties.receiver);
    expect(await receiver.ok(getDocumentText, { patientDocumentId, referralId })).toEqual({
      wasSuccessful: true,
      text: 'Echo report',
    });
    expect(await receiver.fail(getDocumentText, { patientDocumentId })).toMatchObject({ code: 'unauthorized_patient' });
    await receiver.ok(declineReferral, { referralId, declineReason: 4 });
    expect(await receiver.fail(getDocumentText, { patientDocumentId, referralId })).toMatchObject({
      code: 'unauthorized_patient',
    });
  });

  const declines: [string, object, Record<string, string>][] = [
    ['no reason', {}, { declineReason: processTexts.declineReasonRequired }],
    ['Other without a text', { declineReason: 0 }, { declineReasonOther: processTexts.declineOtherRequired }],
    [
      'a text of 251 characters',
      { declineReason: 0, declineReasonOther: 'x'.repeat(251) },
      { declineReasonOther: processTexts.declineOtherTooLong },
    ],
    ['an empty note', { declineReason: 1, comments: [' '] }, { 'comments.0': processTexts.commentRequired }],
  ];
  test.each(declines)('declining is refused with %s', async (_name, input, errors) => {
    const { referralId, receiver } = await buildReferral(app);
    const caller = await app.as(receiver);
    expect(await caller.fail(declineReferral, { referralId, ...input })).toMatchObject({ validationErrors: errors });
    expect(await caller.ok(getReferral, { referralId })).toMatchObject({ status: 'pending' });
  });

  test('an accepted referral that is cancelled becomes an exception of the receiver', async () => {
    const { referralId, receiver, sender } = await buildReferral(app);
    const receiving = await app.as(receiver);
    await receiving.ok(acceptReferral, { referralId });
    await (await app.as(sender)).ok(cancelReferral, { referralId });
    const exceptions = await receiving.ok(listWorkQueueItems, { workQueueId: WorkQueue.referralExceptions });
    expect(exceptions.items.map((item) => item.referral?.referralId)).toEqual([referralId]);
  });

  test('a note is one row, whoever sends it twice', async () => {
    const { referralId, sender } = await buildReferral(app);
    const caller = await app.as(sender);
    const headers = { 'idempotency-key': 'note-number-one' };
    await caller.ok(addReferralComment, { referralId, comment: ' Fax on its way ' }, headers);
    await caller.ok(addReferralComment, { referralId, comment: ' Fax on its way ' }, headers);
    const referral = await caller.ok(getReferral, { referralId });
    expect(referral.comments.map((row) => row.comment)).toEqual(['Fax on its way']);
  });
});

describe('who may do what', () => {
  test('twenty answers at once: one is taken, the others see what it became', async () => {
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
    'a %s referral is not accepted',
    async (status) => {
      const { referralId, receiver } = await buildReferral(app, { status });
      const failure = await (await app.as(receiver)).fail(acceptReferral, { referralId });
      expect(failure).toMatchObject({ code: 'wrong_state', message: `This referral is ${status}.` });
    },
  );

  test('the sender cannot accept, the receiver cannot cancel', async () => {
    const { referralId, receiver, sender } = await buildReferral(app);
    expect(await (await app.as(sender)).fail(acceptReferral, { referralId })).toMatchObject({ code: 'wrong_state' });
    expect(await (await app.as(receiver)).fail(cancelReferral, { referralId })).toMatchObject({ code: 'wrong_state' });
  });

  test('nobody else finds it: by id, by its queue item, in lists, by its patient, in queues', async () => {
    const { referralId, patient } = await buildReferral(app);
    const outsider = await app.as(await buildProvider(app.db));
    const item = await app.db
      .selectFrom('work_queue_encounter')
      .select('work_queue_encounter_id')
      .where('referral_id', '=', referralId)
      .executeTakeFirstOrThrow();
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

describe('the list of referrals', () => {
  test('pages from the newest to the oldest without a gap, filtered by direction, status and patient name', async () => {
    const parties = await buildReferralParties(app);
    const sent: number[] = [];
    for (let index = 0; index < 23; index += 1) sent.push((await buildReferral(app, { parties })).referralId);
    const sender = await app.as(parties.sender);
    const first = await sender.ok(listReferrals, { direction: 2 });
    const second = await sender.ok(listReferrals, { direction: 2, cursor: first.nextCursor ?? undefined });
    expect([...first.items, ...second.items].map((item) => item.referralId)).toEqual(sent.toReversed());
    expect(second.nextCursor).toBeNull();
    expect((await sender.ok(listReferrals, { direction: 1 })).items).toEqual([]);
    expect((await sender.ok(listReferrals, { status: 'declined' })).items).toEqual([]);
    expect((await sender.ok(listReferrals, { searchTerm: 'nobody of that name' })).items).toEqual([]);
    expect((await sender.ok(listReferrals, { searchTerm: parties.patient.mrn })).items).toHaveLength(20);
  });

  test('overdue is told, not stored', async () => {
    const { referralId, sender } = await buildReferral(app);
    await app.db
      .updateTable('referral')
      .set({ due_at: new Date('2020-01-01') })
      .where('referral_id', '=', referralId)
      .execute();
    const list = await (await app.as(sender)).ok(listReferrals, { status: 'overdue' });
    expect(list.items).toMatchObject([{ referralId, status: 'pending', statusCode: 5, isOverdue: true }]);
  });

  test('a cursor that no list gave out is refused', async () => {
    const sender = await app.as(await buildCoordinator(app.db));
    expect(await sender.fail(listReferrals, { cursor: 'nonsense' })).toMatchObject({ code: 'invalid_input' });
  });
});
