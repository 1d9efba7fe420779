import { WorkQueue } from '@careloop/contracts/codes';
import { getReferral, referralTexts } from '@careloop/contracts/referrals';
import { notPreferredTexts } from '@careloop/contracts/referrals/notPreferred';
import { acceptReferral, addReferralComment, selectReferralProvider } from '@careloop/contracts/referrals/processing';
import { changeReferralUrgency, updateReferral, updateTexts } from '@careloop/contracts/referrals/updating';
import { listWorkQueueItems } from '@careloop/contracts/work-queues';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import {
  affiliate,
  buildDirectoryProvider,
  buildDocument,
  buildPatient,
  buildProvider,
  buildReferral,
  buildReferralParties,
  changesOf,
  referralInput,
} from '../../../test/factories.ts';
import { startTestApp } from '../../../test/harness.ts';
import type { TestApp } from '../../../test/harness.ts';
import { queueOverdue } from './queueOverdue.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

type Sent = Awaited<ReturnType<typeof buildReferral>>;

/** The request as sent, in the format of an update. */
function updateInput(sent: Sent, over: object = {}) {
  const { patientId: _patientId, ...request } = referralInput(sent);
  return { ...request, referralId: sent.referralId, version: 1, ...over };
}

async function itemsOf(user: { userId: number }, workQueueId: number, status = 1) {
  const caller = await app.as(user);
  const { items } = await caller.ok(listWorkQueueItems, { workQueueId, status });
  return items.map((item) => item.referral?.referralId);
}

describe('updating a referral', () => {
  test('records old and new values in its timeline, and leaves the rest unchanged', async () => {
    const sent = await buildReferral(app);
    const [sender, receiver] = [await app.as(sent.sender), await app.as(sent.receiver)];
    const over = {
      referralReason: 'Chest pain at rest',
      urgencyDays: 1,
      cellPhone: '(508) 555-0142',
      caregiverName: 'Ann',
    };
    expect(await sender.ok(updateReferral, updateInput(sent, over))).toMatchObject({ version: 2 });

    const referral = await receiver.ok(getReferral, { referralId: sent.referralId });
    expect(referral).toMatchObject({
      status: 'pending',
      urgencyDays: 1,
      version: 2,
      referralReason: 'Chest pain at rest',
    });
    const last = referral.timeline.at(-1);
    expect(last).toMatchObject({ action: 'updated', fromStatus: 'pending', toStatus: 'pending' });
    expect(last?.changes).toEqual([
      { field: 'referralReason', from: 'Chest pain on exertion', to: 'Chest pain at rest' },
      { field: 'urgency', from: 'Urgent', to: 'STAT' },
      { field: 'dueAt', from: expect.any(String), to: referral.dueAt },
      { field: 'caregiverName', from: null, to: 'Ann' },
      { field: 'cellPhone', from: null, to: '(508) 555-0142' },
    ]);
    // The due time is counted from the change.
    expect(Date.parse(referral.dueAt) - Date.parse(last?.occurredAt ?? '')).toBe(86_400_000);
    expect((await changesOf(app.db, sent.referralId)).at(-1)).toMatchObject({ action: 'referral.updated' });

    // Nothing changed: no timeline row, no new version.
    const again = await sender.ok(updateReferral, updateInput(sent, { ...over, version: 2 }));
    expect(again.version).toBe(2);
    expect((await receiver.ok(getReferral, { referralId: sent.referralId })).timeline).toHaveLength(2);
  });

  test('requires the version that was seen, and handles a lost response', async () => {
    const sent = await buildReferral(app);
    const sender = await app.as(sent.sender);
    const { version: _none, ...unseen } = updateInput(sent, { additionalInfo: 'By ambulance' });
    expect((await sender.fail(updateReferral, unseen as never)).validationErrors).toHaveProperty('version');
    const headers = { 'idempotency-key': 'one-update' };
    const update = () => sender.ok(updateReferral, updateInput(sent, { additionalInfo: 'By ambulance' }), headers);
    expect(await update()).toEqual(await update());
    const stale = await sender.fail(updateReferral, updateInput(sent, { additionalInfo: 'Walks' }));
    expect(stale).toMatchObject({
      status: 409,
      code: 'stale_version',
      message: 'You changed it in the meantime.',
      current: { version: 2, changedByUserId: sent.sender.userId },
    });
  });

  test('moves it to another provider’s queue and notifies them; the previous one can no longer see it', async () => {
    const sent = await buildReferral(app);
    const next = await buildProvider(app.db, { clientId: sent.patient.clientId });
    const sender = await app.as(sent.sender);
    await sender.ok(
      updateReferral,
      updateInput(sent, {
        healthcareProviderId: next.healthcareProviderId,
        healthcareProviderAddressId: next.addressId,
      }),
    );
    expect(await itemsOf(next, WorkQueue.referralToProcess)).toEqual([sent.referralId]);
    expect(await itemsOf(sent.receiver, WorkQueue.referralToProcess, 3)).toEqual([]);
    const before = await app.as(sent.receiver);
    expect((await before.fail(getReferral, { referralId: sent.referralId })).code).toBe('unauthorized_patient');
    const { rows: jobs } = await sql`select from pgboss.job
      where name = 'notify-referral-receiver' and data->>'referralId' = ${String(sent.referralId)}`.execute(app.db);
    expect(jobs).toHaveLength(2);

    const { timeline } = await (await app.as(next)).ok(getReferral, { referralId: sent.referralId });
    expect(timeline.at(-1)?.changes.map(({ field }) => field)).toEqual(['provider', 'address']);
  });

  test('ends a question when it gets another receiver, not when it gets another address', async () => {
    const sent = await buildReferral(app);
    const { referralId, receiver } = sent;
    const sender = await app.as(sent.sender);
    await sender.ok(addReferralComment, { referralId, comment: 'When is she seen?', asksForReply: true });
    await sender.ok(updateReferral, updateInput(sent, { healthcareProviderAddressId: null }));
    expect(await sender.ok(getReferral, { referralId })).toMatchObject({ version: 2, awaitReplyFrom: 'receiving' });
    const none = { healthcareProviderId: null, healthcareProviderAddressId: null };
    const toSpecialty = { ...none, healthcareProviderSpecialtyId: receiver.specialtyId, version: 2 };
    await sender.ok(updateReferral, updateInput(sent, toSpecialty));
    expect(await sender.ok(getReferral, { referralId })).toMatchObject({ version: 3, awaitReplyFrom: null });
  });

  test('ends the question of a receiver who can no longer sign in when another provider is selected', async () => {
    const sent = await buildReferral(app);
    const { referralId, receiver } = sent;
    const asked = { referralId, comment: 'Which pharmacy?', asksForReply: true };
    await (await app.as(receiver)).ok(addReferralComment, asked);
    await app.db.updateTable('user_account').set({ is_active: false }).where('user_id', '=', receiver.userId).execute();
    const { healthcareProviderId } = await buildProvider(app.db, { clientId: sent.patient.clientId });
    const sender = await app.as(sent.sender);
    await sender.ok(selectReferralProvider, { referralId, healthcareProviderId });
    expect(await sender.ok(getReferral, { referralId })).toMatchObject({ awaitReplyFrom: null });
  });

  test('gives no chart access to a user who sees the referral but not the patient', async () => {
    const sent = await buildReferral(app);
    const { patientDocumentId } = await buildDocument(app, sent.patient);
    const added = { patientCharts: [{ associationType: 3, patientDocumentId }] };
    // A coordinator who processes the client's items, but has no access to its other patients.
    await app.db
      .deleteFrom('user_permission')
      .where('user_id', '=', sent.sender.userId)
      .where('permission', '=', 'ViewAllPatients')
      .execute();
    await app.db
      .updateTable('work_queue_encounter')
      .set({ owner_user_id: null, owner_client_id: sent.patient.clientId })
      .where('subject_id', '=', sent.referralId)
      .execute();
    const sender = await app.as(sent.sender);
    await sender.ok(getReferral, { referralId: sent.referralId });
    expect((await sender.fail(updateReferral, updateInput(sent, added))).code).toBe('unauthorized_patient');
    await sender.ok(updateReferral, updateInput(sent, { additionalInfo: 'Walks with a cane' }));
  });

  test('moves it to a specialty, and from there to a provider without an account', async () => {
    const sent = await buildReferral(app);
    const sender = await app.as(sent.sender);
    const none = { healthcareProviderId: null, healthcareProviderAddressId: null };
    const toSpecialty = { ...none, healthcareProviderSpecialtyId: sent.receiver.specialtyId };
    await sender.ok(updateReferral, updateInput(sent, toSpecialty));
    expect(await itemsOf(sent.sender, WorkQueue.referralNeedsPhysicianSelection)).toEqual([sent.referralId]);
    const { healthcareProviderId, addressId, specialtyId } = await buildDirectoryProvider(app.db);
    const toNobody = { healthcareProviderId, healthcareProviderAddressId: addressId, version: 2 };
    await sender.ok(updateReferral, updateInput(sent, { ...toSpecialty, ...toNobody }));
    // The specialty of the request no longer counts.
    expect(await sender.ok(getReferral, { referralId: sent.referralId })).toMatchObject({
      healthcareProviderSpecialtyId: specialtyId,
    });
    expect(await itemsOf(sent.sender, WorkQueue.referralNeedsPhysicianSelection)).toEqual([]);
    expect(await itemsOf(sent.sender, WorkQueue.referralExceptions)).toEqual([sent.referralId]);
  });

  test('of one to a specialty keeps it or names a provider, once the client sends to providers only', async () => {
    const sent = await buildReferral(app);
    const none = { healthcareProviderId: null, healthcareProviderAddressId: null };
    const toSpecialty = { ...none, healthcareProviderSpecialtyId: sent.receiver.specialtyId };
    await (await app.as(sent.sender)).ok(updateReferral, updateInput(sent, toSpecialty));
    await app.db
      .insertInto('client_feature')
      .values({ client_id: sent.sender.clientId, feature: 'disableSpecialtyOnReferralCreation' })
      .execute();
    const sender = await app.as(sent.sender);
    const { healthcareProviderId, specialtyId } = await buildDirectoryProvider(app.db);
    const toAnother = { ...toSpecialty, healthcareProviderSpecialtyId: specialtyId, version: 2 };
    expect((await sender.fail(updateReferral, updateInput(sent, toAnother))).validationErrors).toEqual({
      healthcareProviderId: referralTexts.providerRequired,
    });
    await sender.ok(updateReferral, updateInput(sent, { ...toSpecialty, referralReason: 'Murmur', version: 2 }));
    await sender.ok(updateReferral, updateInput(sent, { ...none, healthcareProviderId, version: 3 }));
    expect(await sender.ok(getReferral, { referralId: sent.referralId })).toMatchObject({ healthcareProviderId });
  });

  test('keeps attached documents, adds new ones and withdraws those left out', async () => {
    const parties = await buildReferralParties(app);
    const [kept, dropped, added] = [
      await buildDocument(app, parties.patient),
      await buildDocument(app, parties.patient),
      await buildDocument(app, parties.patient),
    ];
    for (const [document, name] of [
      [kept, 'Echo report'],
      [dropped, 'Old letter'],
      [added, 'Stress test'],
    ] as const) {
      await sql`update patient_document set document_name = ${name}
        where patient_document_id = ${document.patientDocumentId}`.execute(app.db);
    }
    const sent = await buildReferral(app, { parties });
    const sender = await app.as(sent.sender);
    const chart = ({ patientDocumentId }: { patientDocumentId: number }) => ({
      patientDocumentId,
      associationType: 3 as const,
    });
    await sender.ok(updateReferral, updateInput(sent, { patientCharts: [chart(kept), chart(dropped)] }));
    const first = await sender.ok(getReferral, { referralId: sent.referralId });
    // A sent document stays, even if it is archived.
    await sql`update patient_document set is_archived = true where patient_document_id = ${kept.patientDocumentId}`.execute(
      app.db,
    );
    await sender.ok(updateReferral, updateInput(sent, { patientCharts: [chart(kept), chart(added)], version: 2 }));
    const second = await sender.ok(getReferral, { referralId: sent.referralId });
    expect(second.patientCharts.map((one) => one.chartName).toSorted()).toEqual(['Echo report', 'Stress test']);
    const idOf = (referral: typeof first) =>
      referral.patientCharts.find((one) => one.chartName === 'Echo report')?.sentChartId;
    expect(idOf(second)).toBe(idOf(first));
    expect(second.timeline.at(-1)?.changes).toEqual([{ field: 'records', from: 'Old letter', to: 'Stress test' }]);

    const stranger = await buildPatient(app.db, { clientId: sent.sender.clientId });
    const other = await buildDocument(app, stranger);
    const demographicsOf = ({ patientId }: { patientId: number }) => ({ associationType: 1 as const, patientId });
    const own = demographicsOf(sent.patient);
    await sender.ok(updateReferral, updateInput(sent, { patientCharts: [own], version: 3 }));
    // Demographics of the patient are attached already; those of another patient are not taken for them.
    for (const wrong of [chart(other), demographicsOf(stranger)]) {
      const refused = await sender.fail(updateReferral, updateInput(sent, { patientCharts: [wrong], version: 4 }));
      expect(refused.validationErrors).toHaveProperty('patientCharts');
    }
  });

  test('of an accepted one keeps its receiver and changes the rest', async () => {
    const sent = await buildReferral(app);
    const receiver = await app.as(sent.receiver);
    const sender = await app.as(sent.sender);
    const { version } = await receiver.ok(acceptReferral, { referralId: sent.referralId, version: 1 });
    const next = await buildProvider(app.db, { clientId: sent.patient.clientId });
    const elsewhere = { healthcareProviderId: next.healthcareProviderId, healthcareProviderAddressId: null, version };
    const refused = await sender.fail(updateReferral, updateInput(sent, elsewhere));
    expect(refused.validationErrors).toEqual({ healthcareProviderId: updateTexts.receiverFixed });
    await sender.ok(updateReferral, updateInput(sent, { additionalInfo: 'Walks', version }));
    expect(await itemsOf(sent.receiver, WorkQueue.referralToProcess)).toEqual([sent.referralId]);
  });

  test('is for the referring side only, while it is pending', async () => {
    const sent = await buildReferral(app);
    const input = updateInput(sent, { additionalInfo: 'x' });
    expect((await app.nobody.fail(updateReferral, input)).status).toBe(401);
    expect((await (await app.as(sent.receiver)).fail(updateReferral, input)).code).toBe('wrong_state');
    const stranger = await app.as(await buildProvider(app.db));
    expect((await stranger.fail(updateReferral, input)).code).toBe('unauthorized_patient');
    for (const status of ['scheduled', 'declined', 'cancelled', 'completed'] as const) {
      const ended = await buildReferral(app, { status });
      const sender = await app.as(ended.sender);
      expect((await sender.fail(updateReferral, updateInput(ended, { additionalInfo: 'x' }))).code).toBe('wrong_state');
    }
  });

  test('enforces the rules of the wizard', async () => {
    const sent = await buildReferral(app);
    const sender = await app.as(sent.sender);
    const wrong = updateInput(sent, { referralReason: 'x'.repeat(501) });
    expect((await sender.fail(updateReferral, wrong)).validationErrors).toEqual({
      referralReason: referralTexts.reasonTooLong,
    });
    const nobody = { healthcareProviderId: null, healthcareProviderAddressId: null };
    expect((await sender.fail(updateReferral, updateInput(sent, nobody))).validationErrors).toEqual({
      healthcareProviderId: referralTexts.chooseOne,
    });
    const elsewhere = await buildDirectoryProvider(app.db);
    const wrongPair = { healthcareProviderAddressId: elsewhere.addressId };
    expect((await sender.fail(updateReferral, updateInput(sent, wrongPair))).validationErrors).toHaveProperty(
      'healthcareProviderAddressId',
    );
  });

  test('asks for a reason for a provider who is not preferred only when they are newly selected', async () => {
    const sent = await buildReferral(app);
    const { clientId } = sent.patient;
    const sender = await app.as(sent.sender);
    await affiliate(app.db, sent.receiver, { clientId, enforcePreferred: true });
    await sender.ok(updateReferral, updateInput(sent, { additionalInfo: 'Walks' }));
    const next = await buildProvider(app.db, { clientId });
    await affiliate(app.db, next, { clientId, enforcePreferred: true });
    const toNext = { healthcareProviderId: next.healthcareProviderId, healthcareProviderAddressId: null, version: 2 };
    expect((await sender.fail(updateReferral, updateInput(sent, toNext))).validationErrors).toEqual({
      notPreferredReason: notPreferredTexts.notPreferredReasonRequired,
    });
    await sender.ok(updateReferral, updateInput(sent, { ...toNext, notPreferredReason: 2 }));
    const { timeline } = await sender.ok(getReferral, { referralId: sent.referralId });
    expect(timeline.at(-1)?.changes).toContainEqual({
      field: 'notPreferredReason',
      from: null,
      to: 'Patient Preference',
    });
  });
});

describe('changing the urgency', () => {
  test('counts the due time from the change, moves STAT to the top, and ends an overdue exception', async () => {
    const sent = await buildReferral(app);
    const sender = await app.as(sent.sender);
    await sql`update referral set due_at = now() - interval '1 day' where referral_id = ${sent.referralId}`.execute(
      app.db,
    );
    await queueOverdue(app.db);
    expect(await itemsOf(sent.sender, WorkQueue.referralExceptions)).toEqual([sent.referralId]);
    const target = { referralId: sent.referralId, version: 1 };
    const changed = await sender.ok(changeReferralUrgency, { ...target, urgencyDays: 30 });
    expect(changed.version).toBe(2);
    expect(Math.abs(Date.parse(changed.dueAt) - Date.now() - 30 * 86_400_000)).toBeLessThan(60_000);
    expect(await itemsOf(sent.sender, WorkQueue.referralExceptions)).toEqual([]);

    await sender.ok(changeReferralUrgency, { referralId: sent.referralId, version: 2, urgencyDays: 1 });
    const item = await app.db
      .selectFrom('work_queue_encounter')
      .select(sql<string>`on_top_from::text`.as('onTopFrom'))
      .where('subject_id', '=', sent.referralId)
      .where('subject_type', '=', 'referral')
      .where('status', '=', 'open')
      .executeTakeFirstOrThrow();
    expect(item.onTopFrom).toBe('-infinity');
    const { timeline } = await sender.ok(getReferral, { referralId: sent.referralId });
    expect(timeline.at(-1)?.changes.map(({ field, from, to }) => [field, from === null ? null : to])).toEqual([
      ['urgency', 'STAT'],
      ['dueAt', expect.any(String)],
    ]);
  });

  test('accepts 30, 7 and 1 from the referring side, in the version that was seen or, without one, in the current', async () => {
    const sent = await buildReferral(app);
    const [sender, receiver] = [await app.as(sent.sender), await app.as(sent.receiver)];
    const target = { referralId: sent.referralId, version: 1, urgencyDays: 30 as const };
    const wrong = await sender.fail(changeReferralUrgency, { ...target, urgencyDays: 14 as never });
    expect(wrong.validationErrors).toEqual({ urgencyDays: referralTexts.urgencyRequired });
    expect((await receiver.fail(changeReferralUrgency, target)).code).toBe('wrong_state');
    expect((await app.nobody.fail(changeReferralUrgency, target)).status).toBe(401);
    await sender.ok(changeReferralUrgency, target);
    expect((await sender.fail(changeReferralUrgency, { ...target, urgencyDays: 1 })).status).toBe(409);
    const unseen = { referralId: sent.referralId, urgencyDays: 1 as const };
    expect(await sender.ok(changeReferralUrgency, unseen)).toMatchObject({ version: 3 });
  });
});
