import { randomUUID } from 'node:crypto';

import { chartAssociationType } from '@careloop/contracts/codes';
import { getDashboard } from '@careloop/contracts/dashboard';
import { exportTexts, listSentDeliveries, openSentPacket, sendAgain } from '@careloop/contracts/sharing/documentExport';
import { emrTexts, getEmrStatus, pullPatient, pushDocuments } from '@careloop/contracts/sharing/emr';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { besideMerge, buildReviewer } from '../../../../test/duplicates.ts';
import { addToCareTeam, buildClient, buildPatient, buildUser } from '../../../../test/factories.ts';
import { encounter, mrn, note, patient as fhirPatient } from '../../../../test/fhirFiles.ts';
import { startFhirServer } from '../../../../test/fhirServer.ts';
import type { FhirServer } from '../../../../test/fhirServer.ts';
import { startTestApp } from '../../../../test/harness.ts';
import type { TestApp } from '../../../../test/harness.ts';
import { listenToPublished } from '../../../../test/published.ts';
import { sample } from '../../../../test/samples.ts';
import { documentSender } from '../../../core/integrations/ehr/documentSender.ts';
import type { OutgoingMessage } from '../../../core/integrations/sender.ts';
import type { WorkerDeps } from '../../../core/worker.ts';
import { runSendPacket } from '../sendPacket.ts';
import { runPull } from './runPull.ts';

let app: TestApp;
let emr: FhirServer;
let clientId: number;
beforeAll(async () => {
  emr = await startFhirServer();
  app = await startTestApp(emr.env);
  ({ clientId } = await buildClient(app.db));
});
afterAll(async () => {
  await app.stop();
  await emr.stop();
});
beforeEach(() => {
  emr.mishaps.length = 0;
  emr.asked.length = 0;
  emr.isAnswering = true;
  emr.refusedTypes.clear();
});

const mrnSystem = 'http://hospital.example/mrn';
const deps = () => ({ ...app.deps, portalUrl: 'https://portal.example/' }) as unknown as WorkerDeps;
const pullNow = (emrPullId: number, isLastAttempt = true) => runPull(deps(), { emrPullId }, { isLastAttempt });
const pushNow = (deliveryId: number, isLastAttempt = true) => runSendPacket(deps(), { deliveryId }, { isLastAttempt });

interface Person {
  firstName: string;
  lastName: string;
  dateOfBirth: string;
  system: string;
  mrn: string;
}

/** A patient of the client with an EMR, known there by an MRN, with the caller on the care team. */
async function build(person: Partial<Person> = {}) {
  const number = randomUUID().slice(0, 8);
  const { firstName = 'Given', lastName = `Family-${number}`, dateOfBirth = '1980-05-17', ...known } = person;
  const { patientId } = await buildPatient(app.db, { clientId, firstName, lastName, dateOfBirth });
  const value = known.mrn ?? `MRN-${number}`;
  await app.db
    .insertInto('patient_identifier')
    .values({ client_id: clientId, patient_id: patientId, system: known.system ?? mrnSystem, value, type_code: 'MR' })
    .execute();
  const user = await buildUser(app.db, { clientId });
  await addToCareTeam(app.db, { patientId }, user);
  const charts = [{ associationType: chartAssociationType.table.demographic, patientId }];
  return { number, patientId, user, caller: await app.as(user), charts, mrn: value };
}

const auditOf = (patientId: number) =>
  app.db
    .selectFrom('audit_event')
    .select(['action', 'user_id', 'outcome', 'details'])
    .where('patient_id', '=', patientId)
    .orderBy('audit_event_id')
    .execute();

const bundles = ['0-hospitalInformation1625911868739', '0-practitionerInformation1625911868739'];
const christian = '0696ac49-3128-87d3-7344-04510aa4f324';
const files = [...bundles, christian].map((name) => sample('fhir', 'synthea-us-core', `${name}.json.gz`));
const paths = files.filter((file) => file !== undefined);

test.skipIf(paths.length < files.length)(
  'a sample record is pulled page by page, and a second pull changes nothing',
  async () => {
    emr.addBundles(...paths);
    const { patientId, caller, user } = await build({
      firstName: 'Christian753',
      lastName: 'Bruen238',
      dateOfBirth: '1947-09-10',
      system: 'http://hospital.smarthealthit.org',
      mrn: christian,
    });
    const { emrPullId } = await caller.ok(pullPatient, { patientId });
    expect(await caller.ok(pullPatient, { patientId }), 'one at a time').toMatchObject({ emrPullId });
    const queued = await caller.ok(getEmrStatus, { patientId });
    expect(queued).toMatchObject({ isConnected: true, latestPull: { status: 'queued' }, can: { pullRecord: true } });
    await pullNow(emrPullId);
    const { latestPull } = await caller.ok(getEmrStatus, { patientId });
    expect(latestPull).toMatchObject({ status: 'done', error: null, notOffered: [] });
    const counts = new Map(latestPull?.counts?.map((one) => [one.kind, one]));
    expect(counts.get('encounters')).toMatchObject({ created: 106, rejected: 0 });
    expect(counts.get('conditions')?.created).toBeGreaterThan(10);
    expect(counts.get('documents')?.created).toBeGreaterThan(90);
    expect(counts.get('providers')?.created).toBeGreaterThan(0);
    expect(latestPull?.readCount).toBeGreaterThan(300);
    expect(emr.asked.filter((call) => call.includes('Encounter?')).length, 'pages').toBe(3);
    const kept = app.db.selectFrom('patient_encounter').select('patient_id').where('patient_id', '=', patientId);
    expect(await kept.execute()).toHaveLength(106);
    const entries = await auditOf(patientId);
    expect(entries).toContainEqual(expect.objectContaining({ action: 'emr.pull-requested', user_id: user.userId }));
    expect(entries).toContainEqual(
      expect.objectContaining({ action: 'emr.pulled', user_id: user.userId, outcome: 'ok' }),
    );

    emr.asked.length = 0;
    const again = await caller.ok(pullPatient, { patientId });
    await pullNow(again.emrPullId);
    const second = (await caller.ok(getEmrStatus, { patientId })).latestPull;
    expect(second?.status).toBe('done');
    expect(second?.counts?.every(({ created, updated, removed }) => created + updated + removed === 0)).toBe(true);
    expect(emr.asked[0], 'now by its own id').toBe(`GET Patient/${christian}`);
  },
);

test('a file in a separate Binary is read, and types the EMR does not offer are reported', async () => {
  const { number, patientId, caller, mrn: value } = await build();
  const file = { contentType: 'text/plain', url: `${emr.baseUrl}/Binary/file-${number}` };
  emr.add(
    fhirPatient(number, { identifier: [mrn(value)] }),
    note(`note-${number}`, `Patient/${number}`, '', { content: [{ attachment: file }] }),
    { resourceType: 'Binary', id: `file-${number}`, data: Buffer.from('From the EMR').toString('base64') },
    // About another patient, returned by mistake.
    encounter(`stray-${number}`, 'Patient/another', {
      participant: [{ individual: { reference: `Patient/${number}` } }],
    }),
  );
  emr.refusedTypes.add('Coverage');
  const { emrPullId } = await caller.ok(pullPatient, { patientId });
  await pullNow(emrPullId);
  const { latestPull } = await caller.ok(getEmrStatus, { patientId });
  expect(latestPull).toMatchObject({ status: 'done', notOffered: ['Coverage'] });
  expect(latestPull?.counts).toContainEqual(expect.objectContaining({ kind: 'documents', created: 1 }));
  expect(latestPull?.counts?.some(({ kind }) => kind === 'encounters')).toBe(false);
});

test('everyone who may see the patient gets an event after the record was updated', async () => {
  const { number, patientId, caller, user, mrn: value } = await build();
  const heard = await listenToPublished(app);
  try {
    const failing = await caller.ok(pullPatient, { patientId });
    await pullNow(failing.emrPullId);
    expect(await heard.take('RecordPulledEvent')).toEqual([]);
    emr.add(fhirPatient(number, { identifier: [mrn(value)] }));
    await pullNow((await caller.ok(pullPatient, { patientId })).emrPullId);
    const rooms = [`client:${clientId}`, `user:${user.userId}`];
    expect(await heard.take('RecordPulledEvent', 'PatientNewsEvent')).toMatchObject([
      { event: 'PatientNewsEvent', payload: { patientId }, rooms: [`user:${user.userId}`] },
      { event: 'RecordPulledEvent', payload: { patientId }, rooms: expect.arrayContaining(rooms) },
    ]);
  } finally {
    await heard.stop();
  }
});

describe('nothing is imported', () => {
  async function failed(change: (built: Awaited<ReturnType<typeof build>>) => void) {
    const built = await build();
    change(built);
    const { emrPullId } = await built.caller.ok(pullPatient, { patientId: built.patientId });
    await pullNow(emrPullId);
    const patients = await app.db.selectFrom('patient').select('patient_id').execute();
    const { latestPull } = await built.caller.ok(getEmrStatus, { patientId: built.patientId });
    expect(latestPull).toMatchObject({ status: 'failed' });
    return { why: latestPull?.error, patientCount: patients.length };
  }

  test('if the EMR has no record, another patient’s, or two records with that MRN', async () => {
    const nobody = await failed(() => undefined);
    expect(nobody.why).toBe(emrTexts.notFound);
    const another = await failed(({ number, mrn: value }) =>
      emr.add(
        fhirPatient(number, {
          identifier: [mrn(value)],
          name: [{ family: 'Somebody', given: ['Else'] }],
          birthDate: '1951-01-02',
        }),
      ),
    );
    expect(another.why).toBe(emrTexts.anotherPatient);
    expect(another.patientCount, 'no patient was made').toBe(nobody.patientCount + 1);
    const several = await failed(({ number, mrn: value }) =>
      emr.add(
        ...['a', 'b'].map((one) =>
          fhirPatient(`${one}-${number}`, {
            identifier: [mrn(value)],
            name: [{ family: `Family-${number}`, given: ['Given'] }],
          }),
        ),
      ),
    );
    expect(several.why).toBe(emrTexts.severalRecords);
  });

  test('if it does not respond, which is reported only after retries', async () => {
    const { patientId, caller, number, mrn: value } = await build();
    emr.add(fhirPatient(number, { identifier: [mrn(value)] }));
    const { emrPullId } = await caller.ok(pullPatient, { patientId });
    emr.isAnswering = false;
    await expect(pullNow(emrPullId, false)).rejects.toThrow('503');
    expect((await caller.ok(getEmrStatus, { patientId })).latestPull?.status).toBe('reading');
    await expect(pullNow(emrPullId)).rejects.toThrow('503');
    expect((await caller.ok(getEmrStatus, { patientId })).latestPull).toMatchObject({
      status: 'failed',
      error: emrTexts.noAnswer,
    });
    emr.isAnswering = true;
    const next = await caller.ok(pullPatient, { patientId });
    await pullNow(next.emrPullId);
    expect((await caller.ok(getEmrStatus, { patientId })).latestPull?.status).toBe('done');
  });
});

test('a pull that names the caller as the person acted for is on behalf of nobody', async () => {
  const { patientId, caller, user } = await build();
  const { emrPullId } = await caller.ok(pullPatient, { patientId, onBehalfOfUserId: user.userId });
  const kept = app.db.selectFrom('emr_pull').select('on_behalf_of_user_id').where('emr_pull_id', '=', emrPullId);
  expect(await kept.execute()).toEqual([{ on_behalf_of_user_id: null }]);
});

test('a pull beside a merge of the record updates the surviving one', async () => {
  const { number, patientId, caller, mrn: value } = await build();
  emr.add(fhirPatient(number, { identifier: [mrn(value)] }), encounter(`merged-${number}`, `Patient/${number}`));
  const person = { firstName: 'Given', lastName: `Family-${number}`, dateOfBirth: '1980-05-17' };
  const one = await buildPatient(app.db, { clientId, ...person });
  const { patient_duplicate_id: patientDuplicateId } = await app.db
    .insertInto('patient_duplicate')
    .values({ patient_id: one.patientId, other_patient_id: patientId, reason: 'alike' })
    .returning('patient_duplicate_id')
    .executeTakeFirstOrThrow();
  const reviewer = await buildReviewer(app, { clientId });
  const { emrPullId } = await caller.ok(pullPatient, { patientId });
  const pair = { caller: reviewer.caller, patientDuplicateId, one, other: { patientId } };
  await besideMerge(app, pair, () => pullNow(emrPullId));
  const { latestPull } = await caller.ok(getEmrStatus, { patientId: one.patientId });
  expect(latestPull).toMatchObject({ emrPullId, status: 'done', error: null });
  const encounters = app.db.selectFrom('patient_encounter').select('patient_id as patientId');
  expect(await encounters.where('source_id', '=', `merged-${number}`).execute()).toEqual([
    { patientId: one.patientId },
  ]);
});

test('a pull whose worker died counts as interrupted after half an hour, and can be started again', async () => {
  const { patientId, caller } = await build();
  const { emrPullId } = await caller.ok(pullPatient, { patientId });
  await app.db
    .updateTable('emr_pull')
    .set({ status: 'reading', requested_at: new Date(Date.now() - 31 * 60_000) })
    .where('emr_pull_id', '=', emrPullId)
    .execute();
  const { latestPull } = await caller.ok(getEmrStatus, { patientId });
  expect(latestPull).toMatchObject({ emrPullId, status: 'failed', error: emrTexts.interrupted });
  expect((await caller.ok(pullPatient, { patientId })).emrPullId).not.toBe(emrPullId);
  expect((await caller.ok(getEmrStatus, { patientId })).latestPull).toMatchObject({ status: 'queued', error: null });
});

test('charts are added to the record once, even if sent repeatedly', async () => {
  const { number, patientId, user, caller, charts, mrn: value } = await build();
  emr.add(fhirPatient(number, { identifier: [mrn(value)] }));
  const key = { 'idempotency-key': randomUUID() };
  const { deliveryId } = await caller.ok(pushDocuments, { patientId, charts }, key);
  expect(await caller.ok(pushDocuments, { patientId, charts }, key)).toMatchObject({ deliveryId });
  emr.mishaps.push('lost');
  await expect(pushNow(deliveryId, false)).rejects.toThrow('did not answer');
  await pushNow(deliveryId);
  const made = [...emr.resources.values()].filter(
    (one) => one.resourceType === 'DocumentReference' && JSON.stringify(one).includes(`Patient/${number}`),
  );
  expect(made).toHaveLength(1);
  expect(made[0]).toMatchObject({
    status: 'current',
    type: { text: 'Demographics' },
    subject: { reference: `Patient/${number}` },
    masterIdentifier: { system: 'https://portal.example/sent-chart' },
  });
  const [content] = (made[0]?.['content'] ?? []) as { attachment: { contentType: string; data: string } }[];
  expect(content?.attachment.contentType).toBe('application/pdf');
  expect(
    Buffer.from(content?.attachment.data ?? '', 'base64')
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-');
  expect((await caller.ok(listSentDeliveries, { patientId })).items).toMatchObject([
    { deliveryId, channel: 'emr', status: 'delivered', recipientName: 'EMR', chartCount: 1, attemptCount: 2 },
  ]);
  expect(await auditOf(patientId)).toContainEqual(
    expect.objectContaining({ action: 'delivery.emr', user_id: user.userId, outcome: 'ok' }),
  );
  expect(await caller.fail(openSentPacket, { deliveryId })).toMatchObject({ message: exportTexts.noPacket });
});

test('a pull does not bring back what was exported', async () => {
  const { number, patientId, caller, charts, mrn: value } = await build();
  emr.add(fhirPatient(number, { identifier: [mrn(value)] }));
  await pushNow((await caller.ok(pushDocuments, { patientId, charts })).deliveryId);
  // A document of another portal that exports to the same EMR.
  const identifier = { system: 'https://other.example/sent-chart', value: '1' };
  emr.add(note(`other-${number}`, `Patient/${number}`, 'From elsewhere', { identifier: [identifier] }));
  await pullNow((await caller.ok(pullPatient, { patientId })).emrPullId);
  expect((await caller.ok(getEmrStatus, { patientId })).latestPull).toMatchObject({ status: 'done' });
  const documents = app.db.selectFrom('patient_document').select('source_id').where('patient_id', '=', patientId);
  expect(await documents.execute()).toEqual([{ source_id: `other-${number}` }]);
});

test('an export that takes too long stops between two documents, and a retry adds the others', async () => {
  const { ehr } = app.deps.senders;
  if (ehr === null) throw new Error('There is no EMR');
  const identifiers = ['a', 'b'].map((value) => ({ system: 'long-export', value }));
  const entry = identifiers.map((identifier) => ({
    resource: { resourceType: 'DocumentReference', masterIdentifier: identifier, identifier: [identifier] },
  }));
  const bytes = Buffer.from(JSON.stringify({ entry }));
  const message = { packet: { fileName: '', bytes, sha256: '' } } as unknown as OutgoingMessage;
  const added = () => [...emr.resources.values()].filter((one) => JSON.stringify(one).includes('long-export'));
  await expect(documentSender(ehr, 0).send(message)).rejects.toThrow('only 1 of 2 documents');
  expect(added()).toHaveLength(1);
  await documentSender(ehr).send(message);
  expect(added()).toHaveLength(2);
});

test('a failed export gives its reason, is shown on Home, and can be sent again', async () => {
  const { number, patientId, caller, charts, mrn: value } = await build();
  const { deliveryId } = await caller.ok(pushDocuments, { patientId, charts });
  await pushNow(deliveryId, false);
  expect((await caller.ok(listSentDeliveries, { patientId })).items).toMatchObject([
    { status: 'failed', error: emrTexts.notFound, pageCount: null },
  ]);
  emr.add(fhirPatient(number, { identifier: [mrn(value)] }));
  const later = await caller.ok(pushDocuments, { patientId, charts });
  emr.mishaps.push({ before: 422 });
  await pushNow(later.deliveryId, false);
  expect((await caller.ok(getDashboard, {})).failedDeliveries.items).toMatchObject([
    { deliveryId: later.deliveryId, channel: 'emr', status: 'failed' },
    { deliveryId, channel: 'emr' },
  ]);
  await caller.ok(sendAgain, { deliveryId: later.deliveryId, attemptCount: 1 });
  await pushNow(later.deliveryId);
  expect((await caller.ok(listSentDeliveries, { patientId })).items[0]).toMatchObject({ status: 'delivered' });
});

test('an export that may have arrived stays so if the EMR was disconnected before it is sent again', async () => {
  const { number, patientId, caller, charts, mrn: value } = await build();
  emr.add(fhirPatient(number, { identifier: [mrn(value)] }));
  const { deliveryId } = await caller.ok(pushDocuments, { patientId, charts });
  await pushNow(deliveryId);
  await app.db.updateTable('delivery').set({ status: 'queued' }).where('delivery_id', '=', deliveryId).execute();
  await app.db
    .updateTable('delivery_attempt')
    .set({ outcome: 'unknown' })
    .where('delivery_id', '=', deliveryId)
    .execute();
  const disconnected = { ...deps(), senders: { ...deps().senders, ehr: null } };
  await runSendPacket(disconnected, { deliveryId }, { isLastAttempt: true });
  const attempts = await app.db
    .selectFrom('delivery_attempt')
    .select(['outcome', 'error'])
    .where('delivery_id', '=', deliveryId)
    .orderBy('delivery_attempt_id')
    .execute();
  expect(attempts).toEqual([
    { outcome: 'unknown', error: null },
    { outcome: 'failed', error: emrTexts.notConnected },
  ]);
});

test('a call without access to the patient, with emergency access, or for a patient of another client is refused', async () => {
  const { patientId, charts, caller } = await build();
  const user = await buildUser(app.db);
  const stranger = await app.as(user);
  const calls = [
    (who: typeof caller) => who.fail(pullPatient, { patientId }),
    (who: typeof caller) => who.fail(pushDocuments, { patientId, charts }),
  ];
  for (const call of calls) {
    expect(await call(app.nobody)).toMatchObject({ status: 401 });
    expect(await call(stranger)).toMatchObject({ code: 'unauthorized_patient' });
  }
  expect(await stranger.fail(getEmrStatus, { patientId })).toMatchObject({ code: 'unauthorized_patient' });
  await app.db
    .insertInto('break_glass_access')
    .values({
      patient_id: patientId,
      user_id: user.userId,
      reason: 'Unconscious in the emergency department',
      expires_at: new Date(Date.now() + 3_600_000),
    })
    .execute();
  expect(await stranger.fail(pullPatient, { patientId })).toMatchObject({ message: emrTexts.emergencyOnly });
  expect(await stranger.fail(pushDocuments, { patientId, charts })).toMatchObject({
    message: exportTexts.emergencyOnly,
  });
  const other = await buildPatient(app.db);
  await addToCareTeam(app.db, other, user);
  expect(await stranger.ok(getEmrStatus, { patientId: other.patientId })).toMatchObject({
    isConnected: false,
    latestPull: null,
  });
  expect(await stranger.fail(pullPatient, { patientId: other.patientId })).toMatchObject({
    message: emrTexts.notConnected,
  });
  expect(await caller.fail(pushDocuments, { patientId, charts: [] })).toMatchObject({
    validationErrors: { charts: emrTexts.noneSelected },
  });
});
