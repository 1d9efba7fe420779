import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { chartAssociationType } from '@careloop/contracts/codes';
import { getDashboard } from '@careloop/contracts/dashboard';
import { getPatientInfo } from '@careloop/contracts/patients';
import {
  emailCharts,
  exportTexts,
  faxCharts,
  listSentDeliveries,
  markDeliverySeen,
  openSentPacket,
  reportFax,
  sendAgain,
} from '@careloop/contracts/sharing/documentExport';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import {
  addProxy,
  addToCareTeam,
  buildDocument,
  buildPatient,
  buildReferralParties,
  buildUser,
} from '../../../test/factories.ts';
import { startFaxingApp } from '../../../test/faxingApp.ts';
import type { FaxingApp } from '../../../test/faxingApp.ts';
import type { Caller } from '../../../test/harness.ts';
import { pdfOf } from '../../../test/pdfs.ts';
import { faxOutbox } from '../../core/integrations/fax/outbox.ts';
import { webhookToken } from '../../core/integrations/webhookToken.ts';
import type { WorkerDeps } from '../../core/worker.ts';
import { runAskAboutFax, runAskAboutLateFaxes } from './askAboutFaxes.ts';
import { runSendPacket } from './sendPacket.ts';

let app: FaxingApp['app'];
let service: FaxingApp['service'];
let stop: FaxingApp['stop'];
beforeAll(async () => {
  ({ app, service, stop } = await startFaxingApp());
});
afterAll(() => stop());
beforeEach(() => {
  service.mishaps.length = 0;
});

const association = chartAssociationType.table;
const deps = () => app.deps as unknown as WorkerDeps;
const work = (deliveryId: number, isLastAttempt = true) => runSendPacket(deps(), { deliveryId }, { isLastAttempt });

async function buildFile(patient: { patientId: number }, contentType: string, bytes: Uint8Array) {
  const { patientDocumentId } = await buildDocument(app, patient);
  const { key, byteCount } = await app.deps.storage.put(bytes);
  await app.db
    .updateTable('patient_document')
    .set({ content_type: contentType, storage_key: key, byte_count: byteCount, document_page_count: 2 })
    .where('patient_document_id', '=', patientDocumentId)
    .execute();
  return { associationType: association.document, patientDocumentId };
}

async function build() {
  const parties = await buildReferralParties(app);
  const { patientId } = parties.patient;
  const pdf = await buildFile(parties.patient, 'application/pdf', Buffer.from(pdfOf('First page', 'Second page')));
  const charts = [{ associationType: association.demographic, patientId }, pdf];
  const base = {
    patientId,
    toName: 'Records Office',
    fromName: 'Nina Coordinator',
    fromOrganization: 'Lakeside Clinic',
    subject: 'For Thursday',
    comments: 'Please call with questions.',
    charts,
  };
  const fax = { ...base, toFaxNumber: '(617) 555-0123', urgent: true, pleaseReply: true };
  const direct = { ...base, toDirectEmailAddress: 'records@direct.example.org' };
  return { ...parties, patientId, pdf, fax, direct, caller: await app.as(parties.sender) };
}

const rowOf = (deliveryId: number) =>
  app.db.selectFrom('delivery').selectAll().where('delivery_id', '=', deliveryId).executeTakeFirstOrThrow();

const open = (caller: Caller, deliveryId: number) =>
  app.app.http.inject({
    url: `/api${openSentPacket.path}?deliveryId=${deliveryId}`,
    headers: { authorization: `Bearer ${caller.token}` },
  });

async function pagesOf(bytes: Uint8Array): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'packet-'));
  const path = join(folder, 'packet.pdf');
  await writeFile(path, bytes);
  const pages = await app.deps.renderer.ask('text', { key: path, path, kind: 'pdf' }, {});
  await rm(folder, { recursive: true });
  return pages;
}

const auditOf = (deliveryId: number) =>
  app.db
    .selectFrom('audit_event')
    .select(['action', 'user_id', 'on_behalf_of_user_id', 'patient_id', 'outcome'])
    .where('subject_type', '=', 'delivery')
    .where('subject_id', '=', deliveryId)
    .orderBy('audit_event_id')
    .execute();

test('a fax is one PDF with page numbers, cover and charts, identical to the bytes the service got', async () => {
  const { caller, fax, patientId, sender } = await build();
  const { deliveryId } = await caller.ok(faxCharts, fax);
  expect((await caller.ok(listSentDeliveries, { patientId })).items).toMatchObject([
    { deliveryId, status: 'queued', pageCount: null, chartCount: 2, chartPageCount: 3, areChartPagesCounted: false },
  ]);
  expect(await caller.fail(openSentPacket, { deliveryId })).toMatchObject({ code: 'refused' });
  await work(deliveryId);
  const sentFax = service.faxes.at(-1);
  const opened = await open(caller, deliveryId);
  expect(opened.headers['content-type']).toBe('application/pdf');
  expect(sentFax).toMatchObject({ to: '+16175550123', file: opened.rawPayload.toString('base64') });
  const pages = await pagesOf(opened.rawPayload);
  const row = await rowOf(deliveryId);
  expect(row).toMatchObject({ status: 'sending', packet_pages: pages.length });
  expect(pages[0]).toMatch(
    /Client \d+\s+Lakeside Clinic\s+Fax \(617\) 555-0199\s+Fax\s+Sent .* E[SD]T\s+Patient\s+OKAFOR \d+, Grace\s+Born .* · MRN \w+\s+From\s+Nina Coordinator\s+Lakeside Clinic\s+Fax \(617\) 555-0199\s+To\s+Records Office\s+Fax \(617\) 555-0123/,
  );
  expect(pages[0]).toMatch(/Urgent · Please Reply[^]*For Thursday[^]*Please call with questions/);
  expect(pages[0]).toMatch(
    /Records \(2\)\s+1\. Demographics · As of the day it was sent · [^]*2\. Note \d+ · Progress Note · 3\/2\/26\s/,
  );
  expect(pages.join('\n')).not.toMatch(/UTC|[Nn]ot stated/);
  for (const [index, page] of pages.entries()) {
    expect(page).toMatch(/· MRN /);
    expect(page).toContain(`Page ${index + 1} of ${pages.length}`);
  }
  expect(pages.at(-2)).toMatch(/First page[^]*Note \d+[^]*Document 2 of 2/);
  expect(pages.at(-1)).toMatch(/Second page[^]*Note \d+[^]*Document 2 of 2/);
  expect((await auditOf(deliveryId)).map(({ action }) => action)).toContain('delivery.fax');
  expect((await auditOf(deliveryId)).at(-1)).toMatchObject({
    action: openSentPacket.path,
    user_id: sender.userId,
    patient_id: patientId,
  });
});

test('a fax has the logo of the client, or that of their own for a sender of another one', async () => {
  const { patient, fax, sender } = await build();
  const other = await buildUser(app.db);
  await addToCareTeam(app.db, patient, other);
  const logoOf = async ({ clientId }: { clientId: number }, background: string) => {
    const content = await sharp({ create: { width: 200, height: 80, channels: 3, background } })
      .jpeg()
      .toBuffer();
    await app.db.insertInto('client_logo').values({ client_id: clientId, content }).execute();
    return content;
  };
  const [own, others] = await Promise.all([logoOf(patient, 'teal'), logoOf(other, 'maroon')]);
  const logoOn = async (user: { userId: number }) => {
    await work((await (await app.as(user)).ok(faxCharts, fax)).deliveryId);
    const sent = Buffer.from(service.faxes.at(-1)?.file ?? '', 'base64');
    return { own: sent.includes(own), others: sent.includes(others) };
  };
  expect(await logoOn(sender)).toEqual({ own: true, others: false });
  expect(await logoOn(other)).toEqual({ own: false, others: true });
});

test('condensed, there are two pages per sheet after the cover, and the name keeps its script', async () => {
  const { caller, fax, pdf, patientId } = await build();
  await app.db.updateTable('patient').set({ last_name: 'Phạm' }).where('patient_id', '=', patientId).execute();
  const charts = [pdf];
  const { deliveryId } = await caller.ok(faxCharts, { ...fax, charts, condensePages: true });
  await work(deliveryId);
  const pages = await pagesOf((await open(caller, deliveryId)).rawPayload);
  expect(pages).toHaveLength(2);
  expect(pages[1]).toMatch(/First page[^]*Note \d+[^]*Second page[^]*Note \d+[^]*PHẠM, [^]*Page 2 of 2/);
});

test('a failed fax is shown on Home until it is marked as seen, and is sent again with the same bytes', async () => {
  const { caller, fax, patientId, receiver } = await build();
  service.mishaps.push({ before: 400 });
  const { deliveryId } = await caller.ok(faxCharts, fax);
  expect(await caller.fail(sendAgain, { deliveryId, attemptCount: 1 })).toMatchObject({
    code: 'wrong_state',
    message: exportTexts.notToRepeat,
  });
  await work(deliveryId);
  const [failed] = (await caller.ok(listSentDeliveries, { patientId })).items;
  expect(failed).toMatchObject({ status: 'failed', attemptCount: 1, isFailureSeen: false });
  expect(failed?.error).toContain('400');
  const onHome = async (whose = caller) => (await whose.ok(getDashboard, {})).failedDeliveries;
  expect(await onHome()).toMatchObject({
    count: 1,
    items: [{ deliveryId, channel: 'fax', status: 'failed', recipientName: 'Records Office', patient: { patientId } }],
  });
  expect(await onHome(await app.as(receiver))).toEqual({ count: 0, items: [] });
  await caller.ok(markDeliverySeen, { deliveryId });
  expect(await onHome()).toEqual({ count: 0, items: [] });
  expect((await caller.ok(listSentDeliveries, { patientId })).items).toMatchObject([{ isFailureSeen: true }]);
  const before = (await open(caller, deliveryId)).rawPayload.toString('base64');
  await caller.ok(sendAgain, { deliveryId, attemptCount: 1 });
  await work(deliveryId);
  expect(service.faxes.at(-1)?.file).toBe(before);
  const actions = (await auditOf(deliveryId)).map(({ action }) => action);
  expect(actions).toEqual(expect.arrayContaining(['delivery.seen', 'delivery.sent-again']));
});

test('the service is asked for the status after a report, or after some minutes without one', async () => {
  const { caller, fax, patientId } = await build();
  const { deliveryId } = await caller.ok(faxCharts, fax);
  await work(deliveryId);
  const attempts = app.db.selectFrom('delivery_attempt').selectAll().where('delivery_id', '=', deliveryId);
  const { reference } = await attempts.executeTakeFirstOrThrow();
  const forged = { reference, token: webhookToken('another secret', reference) };
  expect(await app.nobody.fail(reportFax, forged)).toMatchObject({ code: 'not_found' });
  const token = webhookToken(app.deps.sessionSecret, reference);
  await app.nobody.ok(reportFax, { reference, token });
  await app.nobody.ok(reportFax, { reference: randomUUID(), token }).catch(() => undefined);
  await runAskAboutFax(deps(), { deliveryId });
  expect(await rowOf(deliveryId)).toMatchObject({ status: 'sending' });
  const kept = service.faxes.at(-1);
  if (kept !== undefined) Object.assign(kept, { status: 'FAILURE', errorMessage: 'The line is busy' });
  await runAskAboutLateFaxes(deps());
  expect(await rowOf(deliveryId), 'it is too new').toMatchObject({ status: 'sending' });
  const late = { attempted_at: new Date(Date.now() - 600_000) };
  await app.db.updateTable('delivery_attempt').set(late).where('delivery_id', '=', deliveryId).execute();
  await runAskAboutLateFaxes(deps());
  const [item] = (await caller.ok(listSentDeliveries, { patientId })).items;
  expect(item).toMatchObject({ status: 'failed', error: 'The line is busy' });
});

test('a fax the service does not know stops no other, and its outcome is unknown after two days', async () => {
  const { caller, fax, patientId } = await build();
  const sendOne = async () => {
    const { deliveryId } = await caller.ok(faxCharts, fax);
    await work(deliveryId);
    return deliveryId;
  };
  const sentHoursAgo = (deliveryId: number, hours: number) =>
    app.db
      .updateTable('delivery_attempt')
      .set({ attempted_at: new Date(Date.now() - hours * 3_600_000) })
      .where('delivery_id', '=', deliveryId)
      .execute();
  const [broken, fine] = [await sendOne(), await sendOne()];
  Object.assign(service.faxes.at(-1) ?? {}, { status: 'COMPLETED' });
  Object.assign(service.faxes.at(-2) ?? {}, { id: 'deleted at the service' });
  await Promise.all([broken, fine].map((id) => sentHoursAgo(id, 1)));
  await expect(runAskAboutLateFaxes(deps())).rejects.toThrow(`delivery ${broken}: The fax service returned 404`);
  expect(await rowOf(fine)).toMatchObject({ status: 'delivered' });
  expect(await rowOf(broken)).toMatchObject({ status: 'sending' });
  await sentHoursAgo(broken, 49);
  await expect(runAskAboutLateFaxes(deps()), 'the operator still sees it').rejects.toThrow('404');
  const { items } = await caller.ok(listSentDeliveries, { patientId });
  expect(items.find(({ deliveryId }) => deliveryId === broken)).toMatchObject({ status: 'unknown' });
  await expect(runAskAboutLateFaxes(deps())).resolves.toBeUndefined();
});

describe('sent again, with the bytes of the first time', () => {
  test('a fax with an unknown outcome goes out once, whoever asks how often', async () => {
    const { caller, fax, patientId, sender } = await build();
    service.mishaps.push({ before: 500 });
    const { deliveryId } = await caller.ok(faxCharts, fax);
    service.isAnswering = false;
    await expect(work(deliveryId, false)).rejects.toThrow('500');
    await expect(work(deliveryId)).rejects.toThrow('503');
    service.isAnswering = true;
    const shown = async () => (await caller.ok(listSentDeliveries, { patientId })).items[0];
    expect(await shown()).toMatchObject({ status: 'unknown', attemptCount: 1, can: { sendAgain: true } });
    const colleague = await buildUser(app.db);
    await addToCareTeam(app.db, { patientId }, colleague);
    const input = { deliveryId, attemptCount: 1 };
    const sentFaxes = service.faxes.length;
    const answers = await Promise.all(
      [caller, caller, await app.as(colleague)].map((one) => one.call(sendAgain, input)),
    );
    expect(answers.filter(({ body }) => body.wasSuccessful)).toHaveLength(1);
    await work(deliveryId);
    await work(deliveryId);
    expect(service.faxes).toHaveLength(sentFaxes + 1);
    const opened = await open(caller, deliveryId);
    expect(service.faxes.at(-1)?.file).toBe(opened.rawPayload.toString('base64'));
    expect(await shown()).toMatchObject({ status: 'sending', attemptCount: 2 });
    // It fails before a late second click, which saw only the first attempt.
    Object.assign(service.faxes.at(-1) ?? {}, { status: 'FAILURE' });
    await runAskAboutFax(deps(), { deliveryId });
    expect(await caller.fail(sendAgain, input)).toMatchObject({
      code: 'stale_version',
      message: exportTexts.repeatedSince,
    });
    expect(await auditOf(deliveryId)).toContainEqual({
      action: 'delivery.sent-again',
      user_id: expect.toBeOneOf([sender.userId, colleague.userId]) as number,
      on_behalf_of_user_id: null,
      patient_id: patientId,
      outcome: 'ok',
    });
  });

  test('a fax kept without a service is sent once one is set up', async () => {
    const { caller, fax, patientId } = await build();
    const { deliveryId } = await caller.ok(faxCharts, fax);
    await runSendPacket(
      { ...deps(), senders: { ...deps().senders, fax: faxOutbox } },
      { deliveryId },
      { isLastAttempt: true },
    );
    const kept = await rowOf(deliveryId);
    const shown = async () => (await caller.ok(listSentDeliveries, { patientId })).items[0];
    expect(await shown()).toMatchObject({ status: 'kept', can: { sendAgain: true } });
    const { fax: configured } = app.deps.senders;
    app.deps.senders.fax = faxOutbox;
    expect(await shown()).toMatchObject({ can: { sendAgain: exportTexts.noService } });
    app.deps.senders.fax = configured;
    await caller.ok(sendAgain, { deliveryId, attemptCount: 1 });
    expect(await shown()).toMatchObject({ status: 'queued', deliveredAt: null });
    await work(deliveryId);
    expect(await rowOf(deliveryId)).toMatchObject({ status: 'sending', packet_storage_key: kept.packet_storage_key });
    const opened = await open(caller, deliveryId);
    expect(service.faxes.at(-1)?.file).toBe(opened.rawPayload.toString('base64'));
  });
});

test('a Direct message carries the PDF, is from its sender, and is delivered', async () => {
  const { caller, direct, sender, patientId } = await build();
  await app.db
    .updateTable('user_account')
    .set({ direct_email: `user${sender.userId}@direct.example.org` })
    .where('user_id', '=', sender.userId)
    .execute();
  const { deliveryId } = await caller.ok(emailCharts, direct);
  await work(deliveryId);
  expect(await rowOf(deliveryId)).toMatchObject({
    status: 'delivered',
    sender_address: `user${sender.userId}@direct.example.org`,
    body: 'Please call with questions.',
  });
  expect((await caller.ok(listSentDeliveries, { patientId })).items).toMatchObject([{ channel: 'direct' }]);
});

test('a repeated call sends once', async () => {
  const { caller, fax, patientId } = await build();
  const key = { 'idempotency-key': randomUUID() };
  const first = await caller.ok(faxCharts, fax, key);
  expect(await caller.ok(faxCharts, fax, key)).toEqual(first);
  expect((await caller.ok(listSentDeliveries, { patientId })).items).toHaveLength(1);
});

test('the sender and principal are recorded', async () => {
  const { fax, sender, patientId } = await build();
  const office = await buildUser(app.db);
  await addProxy(app.db, sender, office);
  const caller = await app.as(office);
  const { deliveryId } = await caller.ok(faxCharts, { ...fax, onBehalfOfUserId: sender.userId });
  expect((await auditOf(deliveryId))[0]).toMatchObject({
    user_id: office.userId,
    on_behalf_of_user_id: sender.userId,
    patient_id: patientId,
  });
  const [item] = (await caller.ok(listSentDeliveries, { patientId })).items;
  expect(item?.sentForName).not.toBeNull();
});

describe('requests are refused', () => {
  test('without access to the patient, or with emergency access only', async () => {
    const { fax, direct, caller, patientId } = await build();
    const { deliveryId } = await caller.ok(faxCharts, fax);
    expect(await app.nobody.fail(faxCharts, fax)).toMatchObject({ status: 401 });
    const user = await buildUser(app.db);
    const stranger = await app.as(user);
    for (const refusal of [
      await stranger.fail(faxCharts, fax),
      await stranger.fail(emailCharts, direct),
      await stranger.fail(listSentDeliveries, { patientId }),
      await stranger.fail(openSentPacket, { deliveryId }),
      await stranger.fail(sendAgain, { deliveryId, attemptCount: 1 }),
      await stranger.fail(markDeliverySeen, { deliveryId }),
    ]) {
      expect(refusal).toMatchObject({ code: 'unauthorized_patient' });
    }
    await app.db
      .insertInto('break_glass_access')
      .values({
        patient_id: patientId,
        user_id: user.userId,
        reason: 'Unconscious in the emergency department',
        expires_at: new Date(Date.now() + 3_600_000),
      })
      .execute();
    for (const refusal of [
      await stranger.fail(faxCharts, fax),
      await stranger.fail(emailCharts, direct),
      await stranger.fail(sendAgain, { deliveryId, attemptCount: 1 }),
    ]) {
      expect(refusal).toMatchObject({ code: 'wrong_state', message: exportTexts.emergencyOnly });
    }
    // The buttons say so before anybody fills in a form.
    expect((await stranger.ok(getPatientInfo, { patientId })).can.sendCharts).toBe(exportTexts.emergencyOnly);
    expect((await stranger.ok(listSentDeliveries, { patientId })).items).toMatchObject([
      { deliveryId, can: { sendAgain: exportTexts.emergencyOnly, markSeen: exportTexts.seenEmergencyOnly } },
    ]);
    expect((await caller.ok(getPatientInfo, { patientId })).can.sendCharts).toBe(true);
  });

  test('for missing or invalid input, with the messages of the form', async () => {
    const { caller, fax, direct } = await build();
    const bad = { toName: '', fromName: ' ', fromOrganization: '' };
    expect(await caller.fail(faxCharts, { ...fax, ...bad, toFaxNumber: '', charts: [] })).toMatchObject({
      validationErrors: {
        toName: 'Recipient is required',
        fromName: 'Sender is required',
        fromOrganization: 'Organization is required',
        toFaxNumber: 'Fax Number is required',
        charts: 'Select at least one document to fax',
      },
    });
    const address = { toDirectEmailAddress: 'nobody', charts: [] };
    expect(await caller.fail(emailCharts, { ...direct, ...address })).toMatchObject({
      validationErrors: {
        toDirectEmailAddress: 'Email is not valid',
        charts: 'Select at least one document to direct email',
      },
    });
  });

  test('for a chart of another patient, or a document not known to be clean', async () => {
    const { caller, fax, patient, sender } = await build();
    const other = await buildPatient(app.db, { clientId: sender.clientId });
    await addToCareTeam(app.db, other, sender);
    const theirs = await buildFile(other, 'text/plain', Buffer.from('Of somebody else'));
    expect(await caller.fail(faxCharts, { ...fax, charts: [theirs] })).toMatchObject({
      validationErrors: { charts: "A selected chart is no longer in the patient's records." },
    });
    const own = await buildFile(patient, 'text/plain', Buffer.from('Own'));
    for (const [state, words] of [
      ['blocked', 'Did not pass the virus check'],
      ['checking', 'Still being checked for viruses'],
    ] as const) {
      await app.db
        .updateTable('patient_document')
        .set({ file_state: state })
        .where('patient_document_id', '=', own.patientDocumentId)
        .execute();
      const refusal = await caller.fail(faxCharts, { ...fax, charts: [own] });
      expect(refusal.validationErrors['charts']).toContain(words);
    }
  });
});
