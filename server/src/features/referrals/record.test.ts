import { degrees, PDFDocument } from '@cantoo/pdf-lib';
import { chartAssociationType } from '@careloop/contracts/codes';
import { cancelAppointment } from '@careloop/contracts/referrals/appointments';
import { completeReferral } from '@careloop/contracts/referrals/closing';
import { acceptReferral } from '@careloop/contracts/referrals/processing';
import type { Letter } from '@careloop/contracts/letters';
import { getPatientInfo } from '@careloop/contracts/patients';
import { createReferral, getReferral } from '@careloop/contracts/referrals';
import { updateReferral } from '@careloop/contracts/referrals/updating';
import { referralLetter } from '@careloop/contracts/referrals/letter';
import {
  getReferralRecord,
  mostUnfinishedRecords,
  openReferralRecord,
  recordTexts,
  requestReferralRecord,
} from '@careloop/contracts/referrals/record';
import type { ReferralRecordState } from '@careloop/contracts/referrals/record';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';

import {
  addToCareTeam,
  buildDocument,
  buildReferral,
  buildReferralParties,
  buildUser,
  referralInput,
} from '../../../test/factories.ts';
import { startTestApp } from '../../../test/harness.ts';
import type { Caller, TestApp } from '../../../test/harness.ts';
import { pdfOf } from '../../../test/pdfs.ts';
import type { WorkerDeps } from '../../core/worker.ts';
import { endRecords } from './endRecords.ts';
import { makeReferralRecord } from './jobs.ts';
import { makeRecord } from './makeRecord.ts';
import { createRenderer } from '../../platform/rendering/renderer.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

/** Any kind of document of a patient. */
async function buildFile(patient: { patientId: number }, contentType: string, bytes: Uint8Array) {
  const document = await buildDocument(app, patient);
  const { key, byteCount } = await app.deps.storage.put(bytes);
  await app.db
    .updateTable('patient_document')
    .set({ content_type: contentType, storage_key: key, byte_count: byteCount })
    .where('patient_document_id', '=', document.patientDocumentId)
    .execute();
  return { associationType: chartAssociationType.table.document, ...document };
}

/** A PDF that can only be opened with a password. */
async function lockedPdf(): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  pdf.addPage();
  pdf.encrypt({ userPassword: 'secret', ownerPassword: 'secret' });
  return await pdf.save({ useObjectStreams: false });
}

/** A PDF with a page in each rotation, of which only the middle is shown. */
async function turnedPdf(): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  for (const angle of [0, 90, 180, 270]) {
    const page = pdf.addPage([500, 700]);
    page.setCropBox(50, 60, 400, 500);
    page.setRotation(degrees(angle));
    page.drawText(`Turned by ${angle}`, { x: 100, y: 300 });
  }
  return await pdf.save();
}

const make = (referralRecordId: number, deps: Partial<WorkerDeps> = {}) =>
  makeRecord({ ...app.deps, ...deps } as unknown as WorkerDeps, { referralRecordId }, { isLastAttempt: true });

/** The text of each page of a record. */
async function pagesOf(caller: Caller, referralRecordId: number): Promise<string[]> {
  const answer = await app.app.http.inject({
    url: `/api/provider/referrals/record/pdf?referralRecordId=${referralRecordId}`,
    headers: { authorization: `Bearer ${caller.token}` },
  });
  expect(answer.headers['content-type']).toBe('application/pdf');
  const folder = await mkdtemp(join(tmpdir(), 'record-'));
  const path = join(folder, 'record.pdf');
  await writeFile(path, answer.rawPayload);
  const pages = await app.deps.renderer.ask('text', { key: path, path, kind: 'pdf' }, {});
  await rm(folder, { recursive: true });
  return pages;
}

test('contains the letter and every document under its own head; unreadable ones are marked', async () => {
  const parties = await buildReferralParties(app);
  const { patient } = parties;
  const sender = await app.as(parties.sender);
  const scan = await sharp({ create: { width: 300, height: 400, channels: 3, background: 'white' } })
    .png()
    .toBuffer();
  const patientCharts = [
    await buildFile(patient, 'application/pdf', Buffer.from(pdfOf('First page', 'Second page'))),
    await buildFile(patient, 'application/pdf', await turnedPdf()),
    await buildFile(patient, 'text/plain', Buffer.from('Lungs clear. Zażółć “quoted”')),
    await buildFile(patient, 'image/png', scan),
    await buildFile(patient, 'application/pdf', await lockedPdf()),
    await buildFile(patient, 'application/pdf', Buffer.from('%PDF-1.4 and then nothing of the kind')),
    { associationType: chartAssociationType.table.demographic, patientId: patient.patientId },
  ];
  const { referralId } = await sender.ok(createReferral, { ...referralInput(parties), patientCharts });
  const receiver = await app.as(parties.receiver);
  await receiver.ok(acceptReferral, { referralId });
  const note = await buildFile(patient, 'text/plain', Buffer.from('Seen today, ECG normal.'));
  await receiver.ok(completeReferral, { referralId, patientDocumentIds: [note.patientDocumentId] });

  const { referralRecordId } = await sender.ok(requestReferralRecord, { referralId });
  expect(await sender.ok(getReferralRecord, { referralRecordId })).toMatchObject({
    status: 'queued',
    documentCount: 8,
  });
  expect(await sender.fail(openReferralRecord, { referralRecordId })).toMatchObject({
    code: 'refused',
    message: recordTexts.notReady,
  });
  await make(referralRecordId);
  const record = await sender.ok(getReferralRecord, { referralRecordId });
  expect(record).toMatchObject({ status: 'ready', documentsDone: 8 });
  const pages = await pagesOf(sender, referralRecordId);
  expect(pages).toHaveLength(record.pageCount ?? 0);
  for (const [index, page] of pages.entries()) {
    expect(page).toContain(`Page ${index + 1} of ${pages.length}`);
    expect(page).toMatch(/· MRN /);
  }
  expect(pages[0]).toMatch(/Born \d{2}-[A-Z][a-z]{2}-\d{4} \(\d+y\) · .*MRN/);
  expect(pages[0]).toMatch(
    /Referral\s+.*Sent[^]*Patient[^]*From[^]*To[^]*Chest pain on exertion[^]*Closed [^]*Records/,
  );
  expect(pages.slice(0, 3).join()).not.toMatch(/SHA-256|completed it/);
  // Neither the letter nor the charts made of rows.
  expect(pages.join('\n')).not.toMatch(/UTC|[Nn]ot stated/);
  const all = pages.join('\n');
  // After the letter there are only the pages of documents, or the one that says why there are none.
  const places = pages.map((page) => Number(/Document (\d) of 8/.exec(page)?.[1] ?? 0));
  expect(places).toEqual([0, 1, 2, 2, 3, 3, 3, 3, 4, 5, 6, 7, 8]);
  // In the order of the lists: what is about the whole patient first, and what came back last.
  expect(all).toMatch(/Demographics\s+Document 1 of 8/);
  expect(pages.at(-1)).toMatch(/Seen today, ECG normal\.[^]*Document 8 of 8\s+Progress Note · .* · Came back /);
  expect(all).toMatch(/First page[^]*Second page/);
  expect(all).toContain('Lungs clear. Zażółć “quoted”');
  expect(all).toContain('Seen today, ECG normal.');
  expect(all.match(/locked with a password/g)).toHaveLength(1);
  expect(all.match(/is damaged and could not be included/g)).toHaveLength(1);
});

test('says on its first page that the appointment was canceled', async () => {
  const { receiver, referralId } = await buildReferral(app);
  const caller = await app.as(receiver);
  const place = { healthcareProviderId: receiver.healthcareProviderId, appointmentAddressId: receiver.addressId };
  await caller.ok(acceptReferral, { referralId, version: 1, ...place, appointmentTime: '2087-01-15T14:30:00Z' });
  await caller.ok(cancelAppointment, { referralId, version: 2 });
  for (const [timeZone, time] of [
    // The patient's client's.
    [undefined, '9:30 AM EST'],
    ['America/Los_Angeles', '6:30 AM PST'],
  ] as const) {
    const { referralRecordId } = await caller.ok(requestReferralRecord, { referralId, timeZone });
    await make(referralRecordId);
    const [letter] = await pagesOf(caller, referralRecordId);
    expect(letter).toMatch(new RegExp(`Appointment 1/15/87 ${time} with .*: Canceled`));
  }
});

test('renders every script it has glyphs for, and names the others', async () => {
  const parties = await buildReferralParties(app);
  const text = 'Боль в груди\nΠόνος στο στήθος\nNguyễn Thị Huệ\n患者 has 高血压\n\u0000dose ≤ 5 µg';
  const patientCharts = [await buildFile(parties.patient, 'text/plain', Buffer.from(text))];
  const sender = await app.as(parties.sender);
  const input = { ...referralInput(parties), referralReason: 'Ολίγη δύσπνοια', patientCharts };
  const { referralId } = await sender.ok(createReferral, input);
  const { referralRecordId } = await sender.ok(requestReferralRecord, { referralId });
  await make(referralRecordId);
  const all = (await pagesOf(sender, referralRecordId)).join('\n');
  for (const line of ['Ολίγη δύσπνοια', 'Боль в груди', 'Πόνος στο στήθος', 'Nguyễn Thị Huệ', 'dose ≤ 5 µg'])
    expect(all).toContain(line);
  expect(all).toContain('[Chinese characters] has [Chinese characters]');
  expect(all).not.toContain('?');
});

test('is made once if requested twice, with the present content while it waits, and a lost file leaves a page that says so', async () => {
  const parties = await buildReferralParties(app);
  const patientCharts = [
    await buildFile(parties.patient, 'text/plain', Buffer.from('Blood pressure 130/80.')),
    await buildFile(parties.patient, 'application/pdf', Buffer.from(pdfOf('A page'))),
  ];
  const sender = await app.as(parties.sender);
  const { referralId } = await sender.ok(createReferral, { ...referralInput(parties), patientCharts });
  const receiver = await app.as(parties.receiver);
  await receiver.ok(acceptReferral, { referralId });
  const { referralRecordId } = await sender.ok(requestReferralRecord, { referralId });
  const note = await buildFile(parties.patient, 'text/plain', Buffer.from('Came back later.'));
  await receiver.ok(completeReferral, { referralId, patientDocumentIds: [note.patientDocumentId] });
  const asked = await Promise.all(Array.from({ length: 10 }, () => sender.ok(requestReferralRecord, { referralId })));
  for (const one of asked) expect(one).toMatchObject({ referralRecordId, documentCount: 3 });

  const pdf = await app.db
    .selectFrom('patient_document')
    .select('storage_key')
    .where('patient_document_id', '=', patientCharts[1]?.patientDocumentId ?? 0)
    .executeTakeFirstOrThrow();
  await rm(join(app.deps.config.dataDir, 'documents', pdf.storage_key.slice(0, 2), pdf.storage_key));
  await make(referralRecordId);
  const all = (await pagesOf(sender, referralRecordId)).join('\n');
  expect(all).toContain('Blood pressure 130/80.');
  expect(all).not.toContain('A page');
  expect(all).toContain('Came back later.');
  expect(all.match(/could not be read and is not included/g)).toHaveLength(1);
});

test('is no longer opened once one of its documents was withdrawn', async () => {
  const parties = await buildReferralParties(app);
  const [kept, withdrawn] = [
    await buildFile(parties.patient, 'text/plain', Buffer.from('Blood pressure 130/80.')),
    await buildFile(parties.patient, 'text/plain', Buffer.from('Not meant for you.')),
  ];
  const sender = await app.as(parties.sender);
  const input = referralInput(parties);
  const { referralId } = await sender.ok(createReferral, { ...input, patientCharts: [kept, withdrawn] });
  const receiver = await app.as(parties.receiver);
  const early = await receiver.ok(requestReferralRecord, { referralId });
  await make(early.referralRecordId);
  const { patientId: _patientId, ...rest } = input;
  await sender.ok(updateReferral, { ...rest, referralId, version: 1, patientCharts: [kept] });
  expect(await receiver.fail(openReferralRecord, { referralRecordId: early.referralRecordId })).toMatchObject({
    code: 'refused',
    message: recordTexts.outdated,
  });
  const { referralRecordId } = await receiver.ok(requestReferralRecord, { referralId });
  await make(referralRecordId);
  const all = (await pagesOf(receiver, referralRecordId)).join('\n');
  expect(all).toContain('Blood pressure');
  expect(all).not.toContain('Not meant for you');
});

// A slow machine needs half a minute to write the long document and to stop at it as often as it is tried.
test('leaves out a document that takes too long, and nothing else', { timeout: 120_000 }, async () => {
  const parties = await buildReferralParties(app);
  const long = await PDFDocument.create();
  for (let page = 0; page < 4_900; page += 1) long.addPage().drawText(`Page ${page}`);
  const patientCharts = [
    await buildFile(parties.patient, 'application/pdf', await long.save()),
    await buildFile(parties.patient, 'text/plain', Buffer.from('Blood pressure 130/80.')),
  ];
  const sender = await app.as(parties.sender);
  const { referralId } = await sender.ok(createReferral, { ...referralInput(parties), patientCharts });
  const { referralRecordId } = await sender.ok(requestReferralRecord, { referralId });
  const renderer = createRenderer({ processes: 1, processorMs: 2_500 });
  await make(referralRecordId, { renderer });
  await renderer.close();
  const all = (await pagesOf(sender, referralRecordId)).join('\n');
  expect(all).toContain('Blood pressure 130/80.');
  expect(all.match(/could not be read and is not included/g)).toHaveLength(1);
});

test('a user has a few in the making at a time, however they are requested', async () => {
  const parties = await buildReferralParties(app);
  const sender = await app.as(parties.sender);
  const referrals = await Promise.all(
    Array.from({ length: mostUnfinishedRecords + 3 }, (_, number) =>
      sender.ok(createReferral, { ...referralInput(parties), referralReason: `Palpitations, ${number}` }),
    ),
  );
  const asked = await Promise.all(
    referrals.map(async ({ referralId }) => (await sender.call(requestReferralRecord, { referralId })).body),
  );
  const made = asked.flatMap((one) => (one.wasSuccessful ? [one as unknown as ReferralRecordState] : []));
  expect(made).toHaveLength(mostUnfinishedRecords);
  for (const one of asked.filter(({ wasSuccessful }) => !wasSuccessful)) {
    expect(one).toMatchObject({ code: 'refused', message: recordTexts.tooMany });
  }
  // The receiver's are counted by themselves.
  await (await app.as(parties.receiver)).ok(requestReferralRecord, { referralId: referrals[0]?.referralId ?? 0 });
  await make(made[0]?.referralRecordId ?? 0);
  const refused = referrals[asked.findIndex(({ wasSuccessful }) => !wasSuccessful)];
  await sender.ok(requestReferralRecord, { referralId: refused?.referralId ?? 0 });
});

test('has failed if its job ended with its worker, and can then be requested again', async () => {
  const parties = await buildReferralParties(app);
  const sender = await app.as(parties.sender);
  const { referralId } = await sender.ok(createReferral, referralInput(parties));
  const first = await sender.ok(requestReferralRecord, { referralId });
  expect(await sender.ok(getReferralRecord, { referralRecordId: first.referralRecordId })).toMatchObject({
    status: 'queued',
  });
  // What pg-boss does when the worker of a last run dies.
  await sql`update pgboss.job set state = 'failed' where name = ${makeReferralRecord.name}`.execute(app.db);
  const row = app.db.updateTable('referral_record').where('referral_record_id', '=', first.referralRecordId);
  await row.set({ status: 'running' }).execute();
  expect(await sender.ok(getReferralRecord, { referralRecordId: first.referralRecordId })).toMatchObject({
    status: 'failed',
  });
  const second = await sender.ok(requestReferralRecord, { referralId });
  expect(second).toMatchObject({ status: 'queued' });
  await make(second.referralRecordId);
  expect(await sender.ok(getReferralRecord, { referralRecordId: second.referralRecordId })).toMatchObject({
    status: 'ready',
  });
});

test('is only for the user who requested it and can see the referral', async () => {
  const parties = await buildReferralParties(app);
  const sender = await app.as(parties.sender);
  const { referralId } = await sender.ok(createReferral, referralInput(parties));
  const { referralRecordId } = await sender.ok(requestReferralRecord, { referralId });
  await make(referralRecordId);
  const [receiver, stranger] = [await app.as(parties.receiver), await app.as(await buildUser(app.db))];
  const colleague = await buildUser(app.db, { clientId: parties.sender.clientId });
  await addToCareTeam(app.db, parties.patient, colleague);
  for (const caller of [receiver, stranger, await app.as(colleague)]) {
    for (const endpoint of [getReferralRecord, openReferralRecord]) {
      expect(await caller.fail(endpoint, { referralRecordId })).toMatchObject({ code: 'unauthorized_patient' });
    }
  }
  expect(await stranger.fail(requestReferralRecord, { referralId })).toMatchObject({ code: 'unauthorized_patient' });
  const opened = await app.app.http.inject({
    url: `/api/provider/referrals/record/pdf?referralRecordId=${referralRecordId}`,
    headers: { authorization: `Bearer ${sender.token}` },
  });
  expect(opened.statusCode).toBe(200);
});

test('expires after a day, and its bytes are removed a day later unless a user uploaded them', async () => {
  const parties = await buildReferralParties(app);
  const sender = await app.as(parties.sender);
  const [removed, uploaded, young] = (await Promise.all(
    [1, 2, 3].map(async (number) => {
      const input = { ...referralInput(parties), referralReason: `Palpitations, ${number}` };
      const { referralId } = await sender.ok(createReferral, input);
      const { referralRecordId } = await sender.ok(requestReferralRecord, { referralId });
      await make(referralRecordId);
      return referralRecordId;
    }),
  )) as [number, number, number];
  const rowOf = (referralRecordId: number) =>
    app.db
      .selectFrom('referral_record')
      .select(['storage_key', 'removed_key'])
      .where('referral_record_id', '=', referralRecordId)
      .executeTakeFirst();
  const keyOf = async (referralRecordId: number) => (await rowOf(referralRecordId))?.storage_key ?? '';
  const [removedKey, uploadedKey, youngKey] = [await keyOf(removed), await keyOf(uploaded), await keyOf(young)];
  await buildFile(parties.patient, 'application/pdf', await app.deps.storage.get(uploadedKey));
  const age = (column: 'finished_at' | 'expired_at') =>
    app.db
      .updateTable('referral_record')
      .set({ [column]: new Date(Date.now() - 25 * 60 * 60 * 1000) })
      .where('referral_record_id', 'in', [removed, uploaded])
      .execute();

  await age('finished_at');
  await endRecords(app.deps as unknown as WorkerDeps);
  expect(await sender.ok(getReferralRecord, { referralRecordId: removed })).toMatchObject({ status: 'expired' });
  expect(await sender.fail(openReferralRecord, { referralRecordId: removed })).toMatchObject({
    code: 'refused',
    message: recordTexts.expired,
  });
  expect(await app.deps.storage.has(removedKey)).toBe(true);
  expect(await sender.ok(getReferralRecord, { referralRecordId: young })).toMatchObject({ status: 'ready' });

  await age('expired_at');
  await endRecords(app.deps as unknown as WorkerDeps);
  const kept = await Promise.all([removedKey, uploadedKey, youngKey].map((key) => app.deps.storage.has(key)));
  expect(kept).toEqual([false, true, true]);
  expect([await rowOf(removed), await rowOf(uploaded)]).toEqual([undefined, undefined]);
  await endRecords(app.deps as unknown as WorkerDeps);
  expect(await sender.ok(getReferralRecord, { referralRecordId: young })).toMatchObject({ status: 'ready' });
});

test('begins as a letter with the logo of the client; address and insurance are for those who may open the patient', async () => {
  const parties = await buildReferralParties(app);
  const { patient, receiver } = parties;
  const logo = await sharp({ create: { width: 200, height: 80, channels: 3, background: 'teal' } })
    .jpeg()
    .toBuffer();
  await app.db.insertInto('client_logo').values({ client_id: patient.clientId, content: logo }).execute();
  await app.db
    .updateTable('patient')
    .set({ address1: '12 Elm Street', city: 'Worcester' })
    .where('patient_id', '=', patient.patientId)
    .execute();
  await app.db
    .insertInto('patient_coverage')
    .values({ patient_id: patient.patientId, payer_name: 'Bay State Health Plan', member_id: 'X123' })
    .execute();
  const { referralId } = await buildReferral(app, { parties });
  await app.db
    .updateTable('patient')
    .set({ cell_phone: '5085550120' })
    .where('patient_id', '=', patient.patientId)
    .execute();
  const pagesFor = async (user: { userId: number }) => {
    const caller = await app.as(user);
    const { referralRecordId } = await caller.ok(requestReferralRecord, { referralId, timeZone: 'America/Chicago' });
    await make(referralRecordId);
    const printed = referralLetter(await caller.ok(getReferral, { referralId }), {
      about: user === receiver ? null : await caller.ok(getPatientInfo, { patientId: patient.patientId }),
      timeZone: 'America/Chicago',
    });
    const text = (await pagesOf(caller, referralRecordId)).join('\n');
    // All that the browser prints, in its order.
    let from = 0;
    for (const line of linesOf(printed)) {
      const at = text.replaceAll(/\s+/g, ' ').indexOf(line, from);
      expect(at, `${line} in ${text}`).toBeGreaterThanOrEqual(0);
      from = at;
    }
    return text;
  };
  const letter = await pagesFor(parties.sender);
  expect(letter).toMatch(
    /12 Elm Street, Worcester · Phone \(508\) 555-0120\s+Insurance: Bay State Health Plan · Member X123/,
  );
  expect(letter).toContain('Page 1 of');
  expect(letter).not.toMatch(/UTC|[Nn]ot stated|SHA-256/);
  const sent = await pagesFor(receiver);
  expect(sent).toContain('Chest pain on exertion');
  expect(sent).not.toMatch(/Elm Street|Bay State/);
});

/** The lines of a letter that stand alone; those of blocks beside each other alternate. */
const linesOf = ({ letterhead, title, meta, blocks, sections }: Letter) => [
  ...letterhead,
  title,
  meta,
  ...(blocks[0]?.flatMap(({ label, lines }) => [label, ...lines]) ?? []),
  ...sections.flatMap(([heading, text]) => [heading, ...text.split('\n')]),
];
