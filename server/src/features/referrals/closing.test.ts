import { listCharts } from '@careloop/contracts/charts';
import { documentSelection, selectionTexts } from '@careloop/contracts/charts/selection';
import { WorkQueue } from '@careloop/contracts/codes';
import { completeReferral, reopenReferral } from '@careloop/contracts/referrals/closing';
import { acceptReferral, addReferralComment, processTexts } from '@careloop/contracts/referrals/processing';
import { getReferral, listReferrals } from '@careloop/contracts/referrals';
import { getReferralAdditionalInfo } from '@careloop/contracts/referrals/additionalInfo';
import { listWorkQueueItems } from '@careloop/contracts/work-queues';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import {
  addProxy,
  addToCareTeam,
  buildDocument,
  buildProvider,
  buildReferral,
  buildUser,
  changesOf,
} from '../../../test/factories.ts';
import { startTestApp } from '../../../test/harness.ts';
import type { TestApp } from '../../../test/harness.ts';
import { sendCharts } from '../../core/charts/sentCharts.ts';
import { inTransaction } from '../../platform/db/transaction.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

async function buildAccepted() {
  const built = await buildReferral(app);
  const { referralId } = built;
  const [sender, receiver] = [await app.as(built.sender), await app.as(built.receiver)];
  await receiver.ok(acceptReferral, { referralId });
  return { ...built, sender, receiver, receivingUser: built.receiver };
}

async function buildDeclined() {
  const { referralId, sender } = await buildReferral(app, { status: 'declined' });
  return { referralId, sender: await app.as(sender) };
}

describe('closing with a consult note', () => {
  test('freezes the document, and shows it to the referring side beside the comment', async () => {
    const { referralId, sender, receiver, patient } = await buildAccepted();
    const { patientDocumentId } = await buildDocument(app, patient);
    await receiver.ok(completeReferral, { referralId, patientDocumentIds: [patientDocumentId] });
    await app.db
      .updateTable('patient_document')
      .set({ document_name: 'Renamed' })
      .where('patient_document_id', '=', patientDocumentId)
      .execute();
    const referral = await sender.ok(getReferral, { referralId });
    expect(referral).toMatchObject({ status: 'completed', patientCharts: [], consultNotes: [{ patientDocumentId }] });
    expect(referral.consultNotes[0]?.chartName).not.toBe('Renamed');
    expect(referral.timeline.at(-1)).toMatchObject({ action: 'completed', reason: 'Consult note attached' });
  });

  test('sends no document if the receiver has left the care team', async () => {
    const { referralId, receiver, receivingUser, patient } = await buildAccepted();
    const { patientDocumentId } = await buildDocument(app, patient);
    await app.db
      .updateTable('care_team_member')
      .set({ status: 'removed' })
      .where('patient_id', '=', patient.patientId)
      .where('user_id', '=', receivingUser.userId)
      .execute();
    const refused = await receiver.fail(completeReferral, { referralId, patientDocumentIds: [patientDocumentId] });
    expect(refused.code).toBe('unauthorized_patient');
    await receiver.ok(completeReferral, { referralId, comment: 'Seen once.' });
  });

  test('accepts only documents of this patient', async () => {
    const { referralId, receiver } = await buildAccepted();
    const other = await buildReferral(app);
    const { patientDocumentId } = await buildDocument(app, other.patient);
    const failure = await receiver.fail(completeReferral, { referralId, patientDocumentIds: [patientDocumentId] });
    expect(failure.validationErrors).toEqual({ patientDocumentIds: selectionTexts.gone });
    expect(await receiver.fail(completeReferral, { referralId })).toMatchObject({
      validationErrors: { comment: processTexts.closingRequired },
    });
    expect(await receiver.ok(getReferral, { referralId })).toMatchObject({ status: 'accepted', consultNotes: [] });
  });
});

describe('a document selected as a consult note', () => {
  const setDocument = (
    patientDocumentId: number,
    change: { file_state?: 'blocked' | 'clear'; is_archived?: boolean },
  ) =>
    app.db.updateTable('patient_document').set(change).where('patient_document_id', '=', patientDocumentId).execute();

  test('is refused by name if it was blocked in the meantime, and the referral stays open', async () => {
    const { referralId, sender, receiver, patient } = await buildAccepted();
    const chosen = [await buildDocument(app, patient), await buildDocument(app, patient)];
    const patientDocumentIds = chosen.map((document) => document.patientDocumentId);
    const [first = 0] = patientDocumentIds;
    const { documents } = await receiver.ok(listCharts, { patientId: patient.patientId });
    const name = documents.find((document) => document.patientDocumentId === first)?.documentName ?? '';
    await setDocument(first, { file_state: 'blocked' });
    expect(await receiver.fail(completeReferral, { referralId, patientDocumentIds })).toMatchObject({
      code: 'invalid_input',
      validationErrors: { patientDocumentIds: selectionTexts.blocked(name) },
    });
    expect(await sender.ok(getReferral, { referralId })).toMatchObject({ status: 'accepted', consultNotes: [] });
    await receiver.ok(completeReferral, { referralId, patientDocumentIds: patientDocumentIds.slice(1) });
    expect((await sender.ok(getReferral, { referralId })).consultNotes).toHaveLength(1);
  });

  test('is refused if it came with the referral', async () => {
    const { referralId, receiver, patient } = await buildAccepted();
    const { patientDocumentId } = await buildDocument(app, patient);
    const along = documentSelection(patientDocumentId);
    await inTransaction(app.db, (own) => sendCharts(own, { referralId, patientId: patient.patientId }, [along]));
    const refused = await receiver.fail(completeReferral, { referralId, patientDocumentIds: [patientDocumentId] });
    expect(refused.validationErrors).toEqual({ patientDocumentIds: selectionTexts.cameAlong });
    expect(await receiver.ok(getReferral, { referralId })).toMatchObject({ status: 'accepted', consultNotes: [] });
  });

  test('is refused if it was archived in the meantime', async () => {
    const { referralId, receiver, patient } = await buildAccepted();
    const { patientDocumentId } = await buildDocument(app, patient);
    await setDocument(patientDocumentId, { is_archived: true });
    const refused = await receiver.fail(completeReferral, { referralId, patientDocumentIds: [patientDocumentId] });
    expect(refused.validationErrors).toEqual({ patientDocumentIds: selectionTexts.gone });
    expect(await receiver.ok(getReferral, { referralId })).toMatchObject({ status: 'accepted', consultNotes: [] });
  });
});

describe('reopening', () => {
  test('is done by the referring side, with a reason, and returns it to the receiver’s queue', async () => {
    const { referralId, sender, receiver } = await buildAccepted();
    await receiver.ok(completeReferral, { referralId, comment: 'Seen' });
    expect((await receiver.ok(listWorkQueueItems, { workQueueId: WorkQueue.referralToProcess })).totalItemCount).toBe(
      0,
    );
    expect(await receiver.fail(reopenReferral, { referralId, reason: 'x' })).toMatchObject({ code: 'wrong_state' });
    expect(await sender.fail(reopenReferral, { referralId, reason: ' ' })).toMatchObject({
      validationErrors: { reason: processTexts.reopenReasonRequired },
    });
    await sender.ok(reopenReferral, { referralId, version: 3, reason: 'The ECG is missing' });
    const referral = await receiver.ok(getReferral, { referralId });
    expect(referral).toMatchObject({ status: 'accepted', version: 4, isOverdue: false });
    expect(referral.timeline.at(-1)).toMatchObject({ action: 'reopened', reason: 'The ECG is missing' });
    expect((await receiver.ok(listWorkQueueItems, { workQueueId: WorkQueue.referralToProcess })).totalItemCount).toBe(
      1,
    );
    expect((await changesOf(app.db, referralId)).at(-1)).toMatchObject({ action: 'referral.reopened' });
    await receiver.ok(completeReferral, { referralId, version: 4, comment: 'ECG attached' });
  });
});

describe('asking for a reply', () => {
  test('makes it the other side’s turn until someone there replies', async () => {
    const { referralId, sender, receiver } = await buildAccepted();
    await sender.ok(addReferralComment, { referralId, comment: 'When is she seen?', asksForReply: true });
    expect(await receiver.ok(getReferral, { referralId })).toMatchObject({
      awaitReplyFrom: 'receiving',
      side: 'receiving',
      comments: [{ isQuestion: true }],
    });
    const listed = async (caller: typeof sender) => (await caller.ok(listReferrals, {})).items;
    expect(await listed(receiver)).toMatchObject([{ referralId, awaitReplyFrom: 'receiving', side: 'receiving' }]);
    expect(await listed(sender)).toMatchObject([{ referralId, awaitReplyFrom: 'receiving', side: 'referring' }]);
    await sender.ok(addReferralComment, { referralId, comment: 'She prefers mornings' });
    expect(await sender.ok(getReferral, { referralId })).toMatchObject({
      awaitReplyFrom: 'receiving',
      side: 'referring',
    });
    await receiver.ok(addReferralComment, { referralId, comment: 'Next week. Which pharmacy?', asksForReply: true });
    expect(await sender.ok(getReferral, { referralId })).toMatchObject({ awaitReplyFrom: 'referring', version: 2 });
    await sender.ok(addReferralComment, { referralId, comment: 'Main Street' });
    expect(await sender.ok(getReferral, { referralId })).toMatchObject({ awaitReplyFrom: null });
  });

  test('ends with the referral, and only the two sides can ask for one', async () => {
    const { referralId, sender, receiver, patient } = await buildAccepted();
    const colleague = await buildUser(app.db, { clientId: patient.clientId });
    await addToCareTeam(app.db, patient, colleague);
    const other = await app.as(colleague);
    await other.ok(addReferralComment, { referralId, comment: 'For your information' });
    expect(await other.fail(addReferralComment, { referralId, comment: 'x', asksForReply: true })).toMatchObject({
      validationErrors: { asksForReply: processTexts.askSides },
    });
    const { referralId: declined, sender: asking } = await buildDeclined();
    expect(
      await asking.fail(addReferralComment, { referralId: declined, comment: 'x', asksForReply: true }),
    ).toMatchObject({
      validationErrors: { asksForReply: processTexts.askNobody },
    });
    await sender.ok(addReferralComment, { referralId, comment: 'When?', asksForReply: true });
    await receiver.ok(completeReferral, { referralId, comment: 'Seen today' });
    expect(await sender.ok(getReferral, { referralId })).toMatchObject({ awaitReplyFrom: null });
  });
});

describe('accepting for a provider one acts for', () => {
  test('adds them to the referral, with or without an appointment', async () => {
    const built = await buildReferral(app);
    const { referralId, receiver } = built;
    const [office, partner] = [await buildUser(app.db), await buildProvider(app.db)];
    for (const provider of [receiver, partner]) await addProxy(app.db, provider, office);
    const caller = await app.as(office);
    await caller.ok(acceptReferral, { referralId, healthcareProviderId: partner.healthcareProviderId });
    const seenByPartner = await (await app.as(partner)).ok(getReferral, { referralId });
    expect(seenByPartner).toMatchObject({ status: 'accepted', side: 'receiving', can: { complete: true } });
    expect(seenByPartner.timeline.at(-1)).toMatchObject({ action: 'accepted', onBehalfOfFullName: expect.any(String) });
    const stranger = await buildProvider(app.db);
    expect(
      await caller.fail(acceptReferral, { referralId, healthcareProviderId: stranger.healthcareProviderId }),
    ).toMatchObject({ validationErrors: { healthcareProviderId: processTexts.providerRequired } });
  });
});

test('additional info returns the receiver’s first details, by queue item, to users who see the referral', async () => {
  const { referralId, receiver, patient } = await buildAccepted();
  const { items } = await receiver.ok(listWorkQueueItems, { workQueueId: WorkQueue.referralToProcess });
  const workQueueEncounterId = items[0]?.workQueueEncounterId ?? 0;
  const info = await receiver.ok(getReferralAdditionalInfo, { workQueueEncounterId });
  expect(info).toMatchObject({
    referralId,
    statusCode: 2,
    patient: { patientId: patient.patientId },
    patientCharts: [],
  });
  expect(info).not.toHaveProperty('timeline');
  const stranger = await app.as(await buildUser(app.db));
  expect(await stranger.fail(getReferralAdditionalInfo, { workQueueEncounterId })).toMatchObject({
    code: 'unauthorized_patient',
  });
});
