import { chartTexts, listCharts } from '@careloop/contracts/charts';
import {
  downloadDocument,
  findInDocument,
  getDocument,
  getDocumentPage,
  getDocumentText,
  getDocumentThumbnail,
  viewerTexts,
} from '@careloop/contracts/charts/viewer';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { buildUser } from '../../../test/factories.ts';
import { startTestApp } from '../../../test/harness.ts';
import type { TestApp } from '../../../test/harness.ts';
import { pdfOf } from '../../../test/pdfs.ts';
import { buildUploader, fileOf, okUpload } from '../../../test/uploads.ts';
import { checkDocuments } from './checkDocuments.ts';

let app: TestApp;
let uploader: Awaited<ReturnType<typeof buildUploader>>;
beforeAll(async () => {
  app = await startTestApp();
});
beforeEach(async () => {
  uploader = await buildUploader(app);
});
afterAll(() => app.stop());

let mark = 0;
/** Uploads a file that was never seen before. */
async function upload(content: string | Uint8Array, name: string): Promise<{ patientDocumentId: number }> {
  const { documents } = await okUpload(uploader.caller, { ...uploader.form, file: fileOf(content, name) });
  return { patientDocumentId: documents[0]?.patientDocumentId ?? 0 };
}
const aPdf = () => upload(pdfOf(`Visit ${(mark += 1)}`, 'Aspirin 81 mg daily', 'Follow up'), 'Letter.pdf');

/** The picture that a call answers with. */
async function pictureOf(answer: Promise<unknown>) {
  const { width, height, format } = await sharp(((await answer) as { bytes: Buffer }).bytes).metadata();
  return { width, height, format };
}

const audited = async (patientDocumentId: number) =>
  (
    await app.db
      .selectFrom('audit_event')
      .select(['action', 'outcome'])
      .where('subject_type', '=', 'patient_document')
      .where('subject_id', '=', patientDocumentId)
      .where('action', '<>', 'document.uploaded')
      .execute()
  ).map(({ action, outcome }) => `${action} ${outcome}`);

describe('a PDF', () => {
  test('has its pages counted and measured when it comes', async () => {
    const document = await aPdf();
    expect(await uploader.caller.ok(getDocument, document)).toMatchObject({
      pageCount: 3,
      documentPageCount: 3,
      fileState: 'clear',
      fileProblem: null,
      supportedFormats: [10, 8, 1],
      pageSizes: [
        [612, 792],
        [612, 792],
        [612, 792],
      ],
    });
    const { documents } = await uploader.caller.ok(listCharts, uploader.patient);
    expect(documents[0]?.documentPageCount).toBe(3);
  });

  test('is shown page by page, as wide as asked or a little wider', async () => {
    const document = await aPdf();
    const { caller } = uploader;
    expect(await pictureOf(caller.ok(getDocumentPage, { ...document, page: 2, width: 700 }))).toEqual({
      width: 800,
      height: 1035,
      format: 'jpeg',
    });
    expect(await pictureOf(caller.ok(getDocumentThumbnail, { ...document, page: 3 }))).toMatchObject({ width: 160 });
    expect(await caller.fail(getDocumentPage, { ...document, page: 4 })).toMatchObject({ message: viewerTexts.noPage });
  });

  test('goes out as a picture that nothing can run in, and as nothing else', async () => {
    const { patientDocumentId } = await aPdf();
    const { headers } = await app.app.http.inject({
      url: `/api/document-viewer/${patientDocumentId}/1`,
      headers: { authorization: `Bearer ${uploader.caller.token}` },
    });
    expect(headers).toMatchObject({
      'content-type': 'image/jpeg',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
  });

  test('has its text, and says where a word stands', async () => {
    const document = await aPdf();
    const { text, format } = await uploader.caller.ok(getDocumentText, document);
    expect(format).toBe(1);
    expect(text).toContain('Aspirin 81 mg daily');
    const { matches } = await uploader.caller.ok(findInDocument, { ...document, term: 'aspirin' });
    expect(matches).toEqual([{ page: 2, boxes: [expect.objectContaining({ left: expect.closeTo(72 / 612, 1) })] }]);
    expect(await uploader.caller.ok(findInDocument, { ...document, term: 'warfarin' })).toMatchObject({ matches: [] });
  });
});

describe('opening', () => {
  test('is audited once, not page by page; a page without an opening is one', async () => {
    const { caller } = uploader;
    const opened = await aPdf();
    await caller.ok(getDocument, opened);
    await caller.ok(getDocumentPage, { ...opened, page: 1 });
    await caller.ok(getDocumentThumbnail, { ...opened, page: 2 });
    expect(await audited(opened.patientDocumentId)).toEqual(['/document-viewer/:patientDocumentId ok']);
    const turned = await aPdf();
    await caller.ok(getDocumentPage, { ...turned, page: 1 });
    await caller.ok(getDocumentPage, { ...turned, page: 2 });
    expect(await audited(turned.patientDocumentId)).toEqual(['/document-viewer/:patientDocumentId/:page ok']);
  });

  test('is refused to whoever may not see the patient, for every part of it', async () => {
    const document = await aPdf();
    const stranger = await app.as(await buildUser(app.db, { permissions: ['UploadChart'] }));
    for (const endpoint of [getDocument, getDocumentText, getDocumentPage, getDocumentThumbnail, downloadDocument]) {
      expect(await stranger.fail(endpoint, { ...document, page: 1 })).toMatchObject({ code: 'unauthorized_patient' });
      expect(await app.nobody.fail(endpoint, { ...document, page: 1 })).toMatchObject({ status: 401 });
    }
    expect(await stranger.fail(findInDocument, { ...document, term: 'a' })).toMatchObject({
      code: 'unauthorized_patient',
    });
    expect(await audited(document.patientDocumentId)).toHaveLength(6);
  });
});

describe('a file', () => {
  test('is served only when it is clear', async () => {
    const document = await aPdf();
    for (const state of ['checking', 'blocked'] as const) {
      await app.db
        .updateTable('patient_document')
        .set({ file_state: state })
        .where('patient_document_id', '=', document.patientDocumentId)
        .execute();
      expect(await uploader.caller.ok(getDocument, document)).toMatchObject({ fileState: state, supportedFormats: [] });
      for (const endpoint of [getDocumentText, getDocumentPage, getDocumentThumbnail, downloadDocument]) {
        const refusal = await uploader.caller.fail(endpoint, { ...document, page: 1 });
        expect(refusal).toMatchObject({ code: 'refused', message: viewerTexts[state] });
      }
    }
  });

  test('that nobody looked at yet is looked at by the job', async () => {
    const document = await aPdf();
    await app.db
      .updateTable('patient_document')
      .set({ file_checked_at: null, file_state: 'checking', format: null, document_page_count: null, page_sizes: null })
      .where('patient_document_id', '=', document.patientDocumentId)
      .execute();
    expect(await checkDocuments(app.deps)).toBe(1);
    expect(await checkDocuments(app.deps)).toBe(0);
    expect(await uploader.caller.ok(getDocument, document)).toMatchObject({ pageCount: 3, fileState: 'clear' });
  });

  test('that cannot be shown as pages says so', async () => {
    const document = await upload('Blood pressure 120/80', 'note.txt');
    const refusal = await uploader.caller.fail(getDocumentPage, { ...document, page: 1 });
    expect(refusal).toMatchObject({ code: 'refused', message: chartTexts.unsupported });
  });
});
