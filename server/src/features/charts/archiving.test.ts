import { archiveDocument, archiveTexts, restoreDocument } from '@careloop/contracts/charts/archive';
import { listCharts } from '@careloop/contracts/charts';
import { selectionTexts } from '@careloop/contracts/charts/selection';
import { getDocument } from '@careloop/contracts/charts/viewer';
import { createReferral } from '@careloop/contracts/referrals';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { declared } from '../../../test/declared.ts';
import { addToCareTeam, buildDocument, buildReferral, buildUser, referralInput } from '../../../test/factories.ts';
import { startTestApp } from '../../../test/harness.ts';
import type { TestApp } from '../../../test/harness.ts';
import { listenToPublished } from '../../../test/published.ts';
import { buildUploader, fileOf, okUpload, pdf } from '../../../test/uploads.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const reason = 'It belongs to another patient.';

/** A user who may archive, and a document on the chart of their patient. */
async function buildArchivable() {
  const uploader = await buildUploader(app);
  const { patientDocumentId } = await buildDocument(app, uploader.patient);
  return { ...uploader, patientDocumentId };
}

const auditOf = (patientDocumentId: number) =>
  app.db
    .selectFrom('audit_event')
    .select(['action', 'outcome', 'user_id as userId', 'patient_id as patientId'])
    .where('subject_id', '=', patientDocumentId)
    .where('subject_type', '=', 'patient_document')
    .where('kind', '=', 'change')
    .orderBy('audit_event_id')
    .execute();

describe('an archived document', () => {
  test('is off the chart, says who archived it and why, and can be restored', async () => {
    const { caller, patient, user, chart, patientDocumentId } = await buildArchivable();
    const published = await listenToPublished(app);
    await caller.ok(archiveDocument, { patientDocumentId, reason });
    expect(await published.take('PatientChangedEvent')).toMatchObject([{ payload: { patientId: patient.patientId } }]);
    expect(await chart()).toEqual([]);
    const { documents } = await caller.ok(listCharts, { patientId: patient.patientId, showArchived: true });
    expect(documents).toMatchObject([{ patientDocumentId, isArchived: true }]);
    expect(await caller.ok(getDocument, { patientDocumentId })).toMatchObject({
      isArchived: true,
      archive: { reason, archivedByName: expect.stringMatching(/^Robin Reyes/), archivedAt: expect.any(String) },
    });

    await caller.ok(restoreDocument, { patientDocumentId });
    expect(await chart()).toMatchObject([{ patientDocumentId, isArchived: false }]);
    expect(await caller.ok(getDocument, { patientDocumentId })).toMatchObject({ isArchived: false, archive: null });
    const by = { outcome: 'ok', userId: user.userId, patientId: patient.patientId };
    expect(await auditOf(patientDocumentId)).toEqual([
      { action: 'document.archived', ...by },
      { action: 'document.restored', ...by },
    ]);
    await published.stop();
  });

  test('is archived once: a repetition changes neither reason nor audit', async () => {
    const { caller, patientDocumentId } = await buildArchivable();
    await Promise.all([1, 2].map(() => caller.ok(archiveDocument, { patientDocumentId, reason })));
    await caller.ok(archiveDocument, { patientDocumentId, reason: 'Once more.' });
    expect((await caller.ok(getDocument, { patientDocumentId })).archive?.reason).toBe(reason);
    expect(await auditOf(patientDocumentId)).toHaveLength(1);
  });

  test('can be uploaded again without a question', async () => {
    const { caller, form, chart } = await buildUploader(app);
    const upload = { ...form, file: fileOf(pdf('archived before'), 'Letter.pdf') };
    const { documents } = await okUpload(caller, upload);
    await caller.ok(archiveDocument, { patientDocumentId: documents[0]?.patientDocumentId ?? 0, reason });
    await okUpload(caller, upload);
    expect(await chart()).toHaveLength(1);
  });

  test('cannot be sent; where it was sent before, it is read without the reason', async () => {
    const parties = await buildReferral(app);
    const { patientDocumentId } = await buildDocument(app, parties.patient);
    const sender = await app.as(parties.sender);
    const patientCharts = [{ associationType: 3 as const, patientDocumentId }];
    const { referralId } = await sender.ok(createReferral, { ...referralInput(parties), patientCharts });
    const archivist = await buildUser(app.db, { permissions: ['UploadChart'], clientId: parties.sender.clientId });
    await addToCareTeam(app.db, parties.patient, archivist);
    await (await app.as(archivist)).ok(archiveDocument, { patientDocumentId, reason });

    const refused = await sender.fail(createReferral, { ...referralInput(parties), patientCharts });
    expect(refused.validationErrors).toEqual({ patientCharts: selectionTexts.gone });
    const receiver = await app.as(parties.receiver);
    expect(await receiver.ok(getDocument, { patientDocumentId, referralId })).toMatchObject({ archive: null });
  });
});

describe('archiving', () => {
  test('needs a reason of at most 500 characters that can be saved', async () => {
    const { caller, patientDocumentId } = await buildArchivable();
    const refusalOf = async (given: string) =>
      (await caller.fail(archiveDocument, { patientDocumentId, reason: given })).validationErrors;
    expect(await refusalOf('   ')).toEqual({ reason: archiveTexts.reasonRequired });
    expect(await refusalOf('x'.repeat(501))).toEqual({ reason: archiveTexts.reasonTooLong });
    expect(await refusalOf('half an emoji \ud83d')).toEqual({ reason: archiveTexts.reasonUnkeepable });
  });

  test('is refused without the permission, without the patient, and for a document that does not exist', async () => {
    const { patient, user, patientDocumentId, caller } = await buildArchivable();
    const reader = await buildUser(app.db, { clientId: user.clientId });
    await addToCareTeam(app.db, patient, reader);
    const other = await buildUser(app.db, { permissions: ['UploadChart'], clientId: user.clientId });
    for (const endpoint of [archiveDocument, restoreDocument]) {
      const input = { patientDocumentId, reason };
      expect(await (await app.as(reader)).fail(endpoint, declared(endpoint, input))).toMatchObject({
        code: 'forbidden',
      });
      expect(await (await app.as(other)).fail(endpoint, declared(endpoint, input))).toMatchObject({
        code: 'unauthorized_patient',
      });
      const missing = await caller.fail(endpoint, declared(endpoint, { ...input, patientDocumentId: 999_999_999 }));
      expect(missing).toMatchObject({ code: 'unauthorized_patient' });
    }
    expect(await app.nobody.fail(archiveDocument, { patientDocumentId, reason })).toMatchObject({ status: 401 });
  });

  test('is refused with emergency access', async () => {
    const { user, patient, patientDocumentId } = await buildArchivable();
    const other = await buildUser(app.db, { permissions: ['UploadChart'], clientId: user.clientId });
    await app.db
      .insertInto('break_glass_access')
      .values({
        patient_id: patient.patientId,
        user_id: other.userId,
        reason: 'Transfer at night',
        expires_at: new Date(Date.now() + 600_000),
      })
      .execute();
    const caller = await app.as(other);
    for (const endpoint of [archiveDocument, restoreDocument]) {
      const refused = await caller.fail(endpoint, declared(endpoint, { patientDocumentId, reason }));
      expect(refused).toMatchObject({ code: 'wrong_state', message: archiveTexts.emergencyOnly });
    }
  });

  test('by an import is not undone by users', async () => {
    const { caller, patient, patientDocumentId } = await buildArchivable();
    await app.db
      .updateTable('patient_document')
      .set({ is_archived: true })
      .where('patient_document_id', '=', patientDocumentId)
      .execute();
    await caller.ok(restoreDocument, { patientDocumentId });
    const { documents } = await caller.ok(listCharts, { patientId: patient.patientId, showArchived: true });
    expect(documents).toMatchObject([{ patientDocumentId, isArchived: true }]);
    expect(await auditOf(patientDocumentId)).toEqual([]);
  });
});
