import { fallbackTexts } from '@careloop/contracts/zodTexts';
import { createReferral, getReferral, listReferrals, referralTexts } from '@careloop/contracts/referrals';
import { updateReferral } from '@careloop/contracts/referrals/updating';
import { selectReferralProvider } from '@careloop/contracts/referrals/processing';
import { listWorkQueueItems } from '@careloop/contracts/work-queues';
import { WorkQueue } from '@careloop/contracts/codes';
import { selectionTexts } from '@careloop/contracts/charts/selection';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { declared } from '../../../test/declared.ts';
import {
  addProxy,
  addToCareTeam,
  buildCoordinator,
  buildDirectoryProvider,
  buildDocument,
  buildPatient,
  buildReferral,
  buildReferralParties,
  buildUser,
  referralInput,
  changesOf,
} from '../../../test/factories.ts';
import { startTestApp } from '../../../test/harness.ts';
import type { TestApp } from '../../../test/harness.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

function jobsFor(referralId: number) {
  return sql<{ name: string }>`select name from pgboss.job where data->>'referralId' = ${String(referralId)}`.execute(
    app.db,
  );
}

describe('sending a referral', () => {
  test('adds it to the receiver’s queue, the timeline and the audit, and notifies', async () => {
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
    expect(await changesOf(app.db, referralId)).toMatchObject([
      { action: 'referral.created', user_id: parties.sender.userId, patient_id: parties.patient.patientId },
    ]);
    expect((await jobsFor(referralId)).rows).toEqual([{ name: 'notify-referral-receiver' }]);
  });

  test('to a specialty waits for a coordinator to select a provider', async () => {
    const parties = await buildReferralParties(app);
    const sender = await app.as(parties.sender);
    const { referralId } = await sender.ok(createReferral, {
      ...referralInput(parties),
      healthcareProviderId: null,
      healthcareProviderAddressId: null,
      healthcareProviderSpecialtyId: parties.receiver.specialtyId,
      // As a client sends fields of its form that were left empty.
      givenSmsConsent: null,
      patientCharts: null,
    });
    const queue = await sender.ok(listWorkQueueItems, { workQueueId: WorkQueue.referralNeedsPhysicianSelection });
    expect(queue.items.map((item) => item.referral?.referralId)).toEqual([referralId]);
  });

  test('to a provider has the specialty of the provider, whatever else the request says', async () => {
    const parties = await buildReferralParties(app);
    const other = await buildDirectoryProvider(app.db);
    const sender = await app.as(parties.sender);
    const { referralId } = await sender.ok(createReferral, {
      ...referralInput(parties),
      healthcareProviderSpecialtyId: other.specialtyId,
    });
    expect(await sender.ok(getReferral, { referralId })).toMatchObject({
      healthcareProviderId: parties.receiver.healthcareProviderId,
      healthcareProviderSpecialtyId: parties.receiver.specialtyId,
    });
  });

  test('to a provider without an account goes to the exceptions', async () => {
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

  test('a provider refers in their own name; a proxy’s referral records both names', async () => {
    const parties = await buildReferralParties(app);
    const office = await buildUser(app.db, { clientId: parties.sender.clientId });
    await addToCareTeam(app.db, parties.patient, parties.referredBy);
    await addProxy(app.db, parties.referredBy, office);
    const caller = await app.as(office);
    const input = referralInput(parties);
    const inName = { ...input, referredByHealthcareProviderId: null, onBehalfOfUserId: parties.referredBy.userId };
    // Naming the provider also sets the user it is sent on behalf of.
    for (const sent of [input, inName as never]) {
      const { referralId } = await caller.ok(createReferral, sent);
      const referral = await caller.ok(getReferral, { referralId });
      expect(referral.timeline[0]).toMatchObject({
        userFullName: expect.any(String),
        onBehalfOfFullName: expect.any(String),
      });
      expect(await changesOf(app.db, referralId)).toMatchObject([
        { user_id: office.userId, on_behalf_of_user_id: parties.referredBy.userId },
      ]);
    }
  });

  test('ten sends with one idempotency key create one referral', async () => {
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
      'no referring provider',
      { referredByHealthcareProviderId: null },
      { referredByHealthcareProviderId: referralTexts.behalfRequired },
    ],
    ['no reason', { referralReason: '  ' }, { referralReason: referralTexts.reasonRequired }],
    [
      'an unknown diagnosis code',
      { diagnosisCodedConceptId: 9_999_999 },
      { diagnosisCodedConceptId: expect.any(String) },
    ],
    [
      'an unknown specialty',
      { healthcareProviderId: null, healthcareProviderAddressId: null, healthcareProviderSpecialtyId: 9_999_999 },
      { healthcareProviderSpecialtyId: referralTexts.specialtyRequired },
    ],
  ];
  test.each(rules)('is refused with %s, and nothing is stored', async (_name, change, errors) => {
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

  test('is refused with a document that was archived or blocked after it was selected', async () => {
    const parties = await buildReferralParties(app);
    const document = await buildDocument(app, parties.patient);
    const sender = await app.as(parties.sender);
    const charts = [{ patientDocumentId: document.patientDocumentId, associationType: 3 as const }];
    const send = async () =>
      (await sender.fail(createReferral, { ...referralInput(parties), patientCharts: charts })).validationErrors;
    const ofDocument = sql`where patient_document_id = ${document.patientDocumentId}`;
    await sql`update patient_document set is_archived = true ${ofDocument}`.execute(app.db);
    expect(await send()).toEqual({ patientCharts: selectionTexts.gone });
    await sql`update patient_document set is_archived = false, document_name = 'Old scan', file_state = 'blocked'
      ${ofDocument}`.execute(app.db);
    expect(await send()).toEqual({ patientCharts: selectionTexts.blocked('Old scan') });
    expect((await sender.ok(listReferrals, { patientId: parties.patient.patientId })).items).toEqual([]);
  });

  test('is refused to an archived specialty; one that was sent before still shows it, and can be changed', async () => {
    const parties = await buildReferralParties(app);
    const sender = await app.as(parties.sender);
    const name = `Wound care ${parties.patient.patientId}`;
    const { healthcare_provider_specialty_id: healthcareProviderSpecialtyId } = await app.db
      .insertInto('healthcare_provider_specialty')
      .values({ name })
      .returning('healthcare_provider_specialty_id')
      .executeTakeFirstOrThrow();
    const input = {
      ...referralInput(parties),
      healthcareProviderId: null,
      healthcareProviderAddressId: null,
      healthcareProviderSpecialtyId,
    };
    const { referralId } = await sender.ok(createReferral, input);
    await sql`update healthcare_provider_specialty set is_archived = true
      where healthcare_provider_specialty_id = ${healthcareProviderSpecialtyId}`.execute(app.db);
    expect((await sender.fail(createReferral, input)).validationErrors).toEqual({
      healthcareProviderSpecialtyId: referralTexts.specialtyGone,
    });
    await sender.ok(updateReferral, {
      ...declared(updateReferral, input),
      referralId,
      referralReason: 'The wound is deeper',
      version: 1,
    });
    expect(await sender.ok(getReferral, { referralId })).toMatchObject({
      healthcareProviderSpecialty: { name },
      referralReason: 'The wound is deeper',
    });
  });

  test('is refused to another provider’s address, an archived one, and a provider whose NPI was deactivated', async () => {
    const parties = await buildReferralParties(app);
    const sender = await app.as(parties.sender);
    const send = async (over: object = {}) =>
      (await sender.fail(createReferral, { ...referralInput(parties), ...over })).validationErrors;
    const addressGone = { healthcareProviderAddressId: referralTexts.addressGone };
    expect(await send({ healthcareProviderAddressId: parties.referredBy.addressId })).toEqual(addressGone);
    const { healthcareProviderId } = parties.receiver;
    await sql`update healthcare_provider_address_info set is_archived = true
      where healthcare_provider_id = ${healthcareProviderId}`.execute(app.db);
    expect(await send()).toEqual(addressGone);
    await sql`update healthcare_provider set npi_deactivated_on = '2026-01-31'
      where healthcare_provider_id = ${healthcareProviderId}`.execute(app.db);
    expect(await send({ healthcareProviderAddressId: null })).toEqual({
      healthcareProviderId: referralTexts.providerGone,
    });
  });

  test('is refused to a provider who lost their account if the sender was shown one, until they agree', async () => {
    const parties = await buildReferralParties(app);
    const sender = await app.as(parties.sender);
    const { userId } = parties.receiver;
    await app.db.updateTable('user_account').set({ is_active: false }).where('user_id', '=', userId).execute();
    const input = { ...referralInput(parties), requiresUser: true };
    expect((await sender.fail(createReferral, input)).validationErrors).toEqual({
      requiresUser: referralTexts.userGone,
    });
    const { referralId } = await sender.ok(createReferral, { ...input, requiresUser: false });
    expect(await sender.ok(getReferral, { referralId })).toMatchObject({
      referredToUserId: null,
      exceptionReasons: ['receiver_without_user'],
    });
  });

  test('is refused for a patient who was merged into another record', async () => {
    const parties = await buildReferralParties(app);
    const survivor = await buildPatient(app.db, { clientId: parties.sender.clientId });
    await sql`update patient set merged_into_patient_id = ${survivor.patientId}
      where patient_id = ${parties.patient.patientId}`.execute(app.db);
    const sender = await app.as(parties.sender);
    expect((await sender.fail(createReferral, referralInput(parties))).code).toBe('unauthorized_patient');
  });

  test('is refused for a patient who has died', async () => {
    const parties = await buildReferralParties(app);
    const patient = await buildPatient(app.db, { clientId: parties.sender.clientId, deceasedOn: '2020-01-01' });
    const sender = await app.as(parties.sender);
    const failure = await sender.fail(createReferral, referralInput({ ...parties, patient }));
    expect(failure.code).toBe('wrong_state');
  });

  test('takes no parameters in the address', async () => {
    const parties = await buildReferralParties(app);
    const sender = await app.as(parties.sender);
    const { referralReason, ...rest } = referralInput(parties);
    const response = await app.app.http.inject({
      method: 'POST',
      url: `/api${createReferral.path}`,
      query: { referralReason },
      payload: rest,
      headers: { authorization: `Bearer ${sender.token}` },
    });
    expect(response.json()).toMatchObject({ validationErrors: { referralReason: fallbackTexts.undeclared } });
  });

  test('to a specialty is refused if the client has disabled that', async () => {
    const parties = await buildReferralParties(app);
    const { clientId } = parties.sender;
    await app.db
      .insertInto('client_feature')
      .values({ client_id: clientId, feature: 'disableSpecialtyOnReferralCreation' })
      .execute();
    const sender = await app.as(parties.sender);
    const input = {
      ...referralInput(parties),
      healthcareProviderId: null,
      healthcareProviderSpecialtyId: parties.receiver.specialtyId,
    };
    expect(await sender.fail(createReferral, input)).toMatchObject({
      validationErrors: { healthcareProviderId: referralTexts.providerRequired },
    });
  });

  test('returns the sender’s access to the patient, including a pending invitation', async () => {
    const parties = await buildReferralParties(app);
    const sender = await app.as(parties.sender);
    expect(await sender.ok(createReferral, referralInput(parties))).toMatchObject({
      canAccessPatient: true,
      hasPendingInvite: false,
    });
    await addToCareTeam(app.db, parties.patient, parties.sender, 'invited');
    expect(await sender.ok(createReferral, referralInput(parties))).toMatchObject({
      canAccessPatient: true,
      hasPendingInvite: true,
    });
  });

  test('of a provider to themselves is refused, also when it is updated or its provider is selected', async () => {
    const { sender: coordinator, receiver, referredBy, patient } = await buildReferralParties(app);
    const sender = await app.as(coordinator);
    const input = referralInput({ patient, receiver, referredBy });
    const refusal = { validationErrors: { healthcareProviderId: referralTexts.toReferrer } };
    const itself = { healthcareProviderId: referredBy.healthcareProviderId, healthcareProviderAddressId: null };
    expect(await sender.fail(createReferral, { ...input, ...itself })).toMatchObject(refusal);
    const { referralId } = await sender.ok(createReferral, input);
    const { patientId: _patientId, ...request } = input;
    const update = { ...request, referralId, version: 1 };
    expect(await sender.fail(updateReferral, { ...update, ...itself })).toMatchObject(refusal);
    const asReceiver = { referredByHealthcareProviderId: receiver.healthcareProviderId };
    expect(await sender.fail(updateReferral, { ...update, ...asReceiver })).toMatchObject(refusal);
    const toSpecialty = {
      healthcareProviderId: null,
      healthcareProviderAddressId: null,
      healthcareProviderSpecialtyId: referredBy.specialtyId,
    };
    const waiting = await sender.ok(createReferral, { ...input, ...toSpecialty });
    const { healthcareProviderId } = referredBy;
    expect(
      await sender.fail(selectReferralProvider, { referralId: waiting.referralId, healthcareProviderId }),
    ).toMatchObject(refusal);
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
    expect((await sender.ok(listReferrals, { direction: 1, scope: 'mine' })).items).toEqual([]);
    expect((await sender.ok(listReferrals, { status: 'declined' })).items).toEqual([]);
    const [canceledId] = sent;
    if (canceledId === undefined) throw new Error('No referral was sent');
    await app.db.updateTable('referral').set({ status: 'cancelled' }).where('referral_id', '=', canceledId).execute();
    expect((await sender.ok(listReferrals, { statuses: ['declined', 'cancelled'] })).items).toMatchObject([
      { referralId: canceledId },
    ]);
    expect((await sender.ok(listReferrals, { statuses: ['accepted', 'scheduled'] })).items).toEqual([]);
    expect((await sender.ok(listReferrals, { searchTerm: 'nobody of that name' })).items).toEqual([]);
    expect((await sender.ok(listReferrals, { searchTerm: parties.patient.mrn })).items).toHaveLength(20);
  });

  test('overdue is computed, not stored', async () => {
    const { referralId, sender } = await buildReferral(app);
    await app.db
      .updateTable('referral')
      .set({ due_at: new Date('2020-01-01') })
      .where('referral_id', '=', referralId)
      .execute();
    const list = await (await app.as(sender)).ok(listReferrals, { status: 'overdue' });
    expect(list.items).toMatchObject([{ referralId, status: 'pending', statusCode: 5, isOverdue: true }]);
  });

  test('a forged cursor is refused', async () => {
    const sender = await app.as(await buildCoordinator(app.db));
    expect(await sender.fail(listReferrals, { cursor: 'nonsense' })).toMatchObject({ code: 'invalid_input' });
  });
});
