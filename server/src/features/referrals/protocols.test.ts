import { archiveProtocol, saveProtocol } from '@careloop/contracts/administration/referralProtocols';
import { selectionTexts } from '@careloop/contracts/charts/selection';
import { createReferral, getReferral } from '@careloop/contracts/referrals';
import { getReferralChart } from '@careloop/contracts/charts/generated';
import { requestReferralRecord } from '@careloop/contracts/referrals/record';
import { checkReferralDigest } from '@careloop/contracts/referrals/digest';
import { getReferralProtocol, protocolContent, protocolTexts } from '@careloop/contracts/referrals/protocols';
import { updateReferral } from '@careloop/contracts/referrals/updating';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { declared } from '../../../test/declared.ts';
import { buildDocument, buildReferralParties, buildUser, referralInput } from '../../../test/factories.ts';
import { startTestApp } from '../../../test/harness.ts';
import type { TestApp } from '../../../test/harness.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

/** A client with a protocol for the receiver's specialty. */
async function buildProtocol(change: object = {}) {
  const parties = await buildReferralParties(app);
  const { clientId } = parties.patient;
  const manager = await app.as(await buildUser(app.db, { clientId, permissions: ['ManageSite'] }));
  const document = await buildDocument(app, parties.patient);
  const { document_type_id } = await app.db
    .selectFrom('patient_document')
    .select('document_type_id')
    .where('patient_document_id', '=', document.patientDocumentId)
    .executeTakeFirstOrThrow();
  const content = protocolContent.parse({
    text: 'Please send the last ECG.',
    questions: [
      { name: 'symptoms', label: 'Symptoms', type: 'text', isRequired: true },
      { name: 'onset', label: 'Since', type: 'date' },
      { name: 'smoker', label: 'Smokes', type: 'checkbox' },
    ],
    documents: [
      { name: 'note', label: 'A note', documentTypeIds: [document_type_id], isRequired: true },
      { name: 'recent', label: 'HbA1c', documentTypeIds: [document_type_id], withinMonths: 6, nameContains: 'hba1c' },
    ],
    urgencyDays: 7,
    ...change,
  });
  const healthcareProviderSpecialtyId = parties.receiver.specialtyId;
  const input = { clientId, name: 'Heart', healthcareProviderSpecialtyId, content };
  const saved = await manager.ok(saveProtocol, input);
  const given = {
    referralProtocolId: saved.id,
    version: 1,
    answers: { symptoms: ' Pain on stairs ', onset: '2026-10-01', smoker: true },
  };
  const sender = await app.as(parties.sender);
  return { ...parties, manager, caller: sender, document, saved, input, given, healthcareProviderSpecialtyId };
}

type Built = Awaited<ReturnType<typeof buildProtocol>>;

const read = ({ caller, patient, healthcareProviderSpecialtyId }: Built) =>
  caller.ok(getReferralProtocol, { patientId: patient.patientId, healthcareProviderSpecialtyId });

const attaching = ({ document }: Built) => ({
  patientCharts: [{ associationType: 3 as const, patientDocumentId: document.patientDocumentId }],
});

test('the protocol of a specialty is read with what is on file, and audited; others learn nothing of it', async () => {
  const built = await buildProtocol();
  const { patient, document, healthcareProviderSpecialtyId, saved } = built;
  const { protocol } = await read(built);
  expect(protocol).toMatchObject({
    referralProtocolId: saved.id,
    version: 1,
    name: 'Heart',
    text: 'Please send the last ECG.',
    urgencyDays: 7,
    questions: [{ name: 'symptoms' }, { name: 'onset' }, { name: 'smoker' }],
    documents: [
      { name: 'note', onFile: [{ patientDocumentId: document.patientDocumentId }] },
      { name: 'recent', onFile: [] },
    ],
  });
  const audited = await app.db
    .selectFrom('audit_event')
    .select('action')
    .where('patient_id', '=', patient.patientId)
    .where('action', 'like', '%protocol%')
    .execute();
  expect(audited).toHaveLength(1);
  const input = { patientId: patient.patientId, healthcareProviderSpecialtyId };
  const stranger = await buildReferralParties(app);
  expect(await (await app.as(stranger.sender)).fail(getReferralProtocol, input)).toMatchObject({
    code: 'unauthorized_patient',
  });
  expect(await app.nobody.fail(getReferralProtocol, input)).toMatchObject({ status: 401 });
  // A protocol of another client is not that of this patient.
  const theirs = { patientId: stranger.patient.patientId, healthcareProviderSpecialtyId };
  expect(await (await app.as(stranger.sender)).ok(getReferralProtocol, theirs)).toMatchObject({ protocol: null });
});

test('a document counts by type, name and age, newest first; archived, restricted and blocked ones do not', async () => {
  const built = await buildProtocol();
  const add = async (change: Record<string, unknown>) => {
    const { patientDocumentId } = await buildDocument(app, built.patient);
    await app.db
      .updateTable('patient_document')
      .set(change)
      .where('patient_document_id', '=', patientDocumentId)
      .execute();
    return patientDocumentId;
  };
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
  const named = { document_name: 'Lab: HbA1c' };
  const older = await add({ ...named, date_provided: daysAgo(100) });
  const newer = await add({ ...named, date_provided: daysAgo(10) });
  await add({ ...named, date_provided: daysAgo(250) });
  await add({ ...named, date_provided: null });
  await add({ document_name: 'Lab: lipids', date_provided: daysAgo(5) });
  await add({ ...named, date_provided: daysAgo(1), is_archived: true });
  await add({ ...named, date_provided: daysAgo(1), restriction: 'R' });
  await add({ ...named, date_provided: daysAgo(1), file_state: 'blocked' });
  const { protocol } = await read(built);
  expect(protocol?.documents[1]?.onFile.map(({ patientDocumentId }) => patientDocumentId)).toEqual([newer, older]);
});

test('answers and what is missing travel with the referral, frozen, and are part of its digest', async () => {
  const built = await buildProtocol();
  const { caller, receiver, given, manager, input, saved } = built;
  const protocol = { ...given, missing: { note: 'Not written yet' } };
  const { referralId } = await caller.ok(createReferral, { ...referralInput(built), protocol });
  const sent = {
    referralProtocolId: saved.id,
    version: 1,
    name: 'Heart',
    answers: [
      { name: 'symptoms', label: 'Symptoms', text: 'Pain on stairs', healthcareProviderId: null },
      { name: 'onset', label: 'Since', text: '2026-10-01', healthcareProviderId: null },
      { name: 'smoker', label: 'Smokes', text: 'Yes', healthcareProviderId: null },
    ],
    documents: [
      { name: 'note', label: 'A note', isRequired: true, attached: [], reason: 'Not written yet' },
      { name: 'recent', label: 'HbA1c of the last 6 months', isRequired: false, attached: [], reason: null },
    ],
    authorizationReason: null,
  };
  for (const by of [caller, await app.as(receiver)])
    expect((await by.ok(getReferral, { referralId })).protocol).toEqual(sent);

  // Neither a new version nor an edit of the referral changes it.
  await manager.ok(saveProtocol, { ...input, id: saved.id, version: 1, name: 'Changed' });
  const edit = declared(updateReferral, referralInput(built));
  await caller.ok(updateReferral, { ...edit, referralId, version: 1, referralReason: 'More pain' });
  expect((await caller.ok(getReferral, { referralId })).protocol).toEqual(sent);
  const check = async () => (await caller.ok(checkReferralDigest, { referralId })).check;
  expect(await check()).toMatchObject({ isIntact: true, isUnchanged: true });
  await app.db
    .updateTable('referral')
    .set({ protocol: JSON.stringify({ ...sent, answers: [] }) })
    .where('referral_id', '=', referralId)
    .execute();
  expect(await check()).toMatchObject({ isIntact: true, isUnchanged: false });
});

test('the complete record and the chart of a referral show the answers and what is missing', async () => {
  const built = await buildProtocol();
  const { caller, given } = built;
  const protocol = { ...given, missing: { note: 'Not written yet' } };
  const { referralId } = await caller.ok(createReferral, { ...referralInput(built), protocol });
  const { referralRecordId } = await caller.ok(requestReferralRecord, { referralId });
  const { summary } = await app.db
    .selectFrom('referral_record')
    .select('summary')
    .where('referral_record_id', '=', referralRecordId)
    .executeTakeFirstOrThrow();
  const facts = (summary as { facts: [string, string][] }).facts;
  const labels = facts.map(([label]) => label);
  expect(labels).toEqual(['Referral reason', 'Heart']);
  expect(Object.fromEntries(facts)).toMatchObject({
    Heart:
      'Symptoms: Pain on stairs\nSince: 10/1/26\nSmokes: Yes\nMissing: A note: Not written yet\nMissing: HbA1c of the last 6 months: not attached',
  });
  const chart = JSON.stringify(await caller.ok(getReferralChart, { referralId }));
  for (const text of ['Heart', 'Pain on stairs', '10/1/26', 'A note: Not written yet']) expect(chart).toContain(text);
});

test('required answers, documents and the authorization code are asked for; a reason stands in for what is missing', async () => {
  const built = await buildProtocol({ needsAuthorizationCode: true });
  const { caller, given } = built;
  const errors = async (protocol: object, more: object = {}) =>
    (await caller.fail(createReferral, { ...referralInput(built), ...more, protocol: { ...given, ...protocol } }))
      .validationErrors;
  expect(await errors({ answers: { onset: 'soon' } })).toEqual({
    'protocol.answers.symptoms': protocolTexts.answerRequired('Symptoms'),
    'protocol.answers.onset': protocolTexts.answerInvalid('Since'),
    'protocol.missing.note': protocolTexts.missing('A note'),
    'protocol.authorizationReason': protocolTexts.authorizationMissing,
  });
  expect(await errors({ missing: { note: ' ' } }, { authorizationCode: 'A-1' })).toEqual({
    'protocol.missing.note': protocolTexts.missing('A note'),
  });
  const { referralId } = await caller.ok(createReferral, {
    ...referralInput(built),
    ...attaching(built),
    protocol: { ...given, authorizationReason: 'Asked for, not here yet' },
  });
  const { protocol } = await caller.ok(getReferral, { referralId });
  expect(protocol).toMatchObject({
    documents: [{ attached: [expect.stringMatching(/^Note/)], reason: null }, { attached: [] }],
    authorizationReason: 'Asked for, not here yet',
  });
});

test('a protocol that was added, changed or archived meanwhile is said, and nothing is sent', async () => {
  const built = await buildProtocol();
  const { caller, given, manager, input, saved } = built;
  const sending = { ...referralInput(built), ...attaching(built) };
  const refused = async (protocol: typeof given | null) =>
    (await caller.fail(createReferral, { ...sending, protocol })).validationErrors;
  expect(await refused(null)).toEqual({ protocol: protocolTexts.added('Heart') });
  await manager.ok(saveProtocol, { ...input, id: saved.id, version: 1, name: 'Heart and vessels' });
  expect(await refused(given)).toEqual({ protocol: protocolTexts.changed('Heart and vessels') });
  await manager.ok(archiveProtocol, { id: saved.id, isArchived: true, version: 2 });
  expect(await refused(given)).toEqual({ protocol: protocolTexts.ended });
  const sent = app.db.selectFrom('referral').select('referral_id').where('patient_id', '=', sending.patientId);
  expect(await sent.execute()).toEqual([]);
  await caller.ok(createReferral, sending);
});

test('a required document that was archived after it was selected is said, not sent without it', async () => {
  const built = await buildProtocol();
  const { caller, given, document } = built;
  const sending = { ...referralInput(built), ...attaching(built) };
  await app.db
    .updateTable('patient_document')
    .set({ is_archived: true })
    .where('patient_document_id', '=', document.patientDocumentId)
    .execute();
  expect((await caller.fail(createReferral, { ...sending, protocol: given })).validationErrors).toEqual({
    'protocol.missing.note': protocolTexts.missing('A note'),
  });
  const explained = { ...given, missing: { note: 'Was archived' } };
  expect((await caller.fail(createReferral, { ...sending, protocol: explained })).validationErrors).toEqual({
    patientCharts: selectionTexts.gone,
  });
});
