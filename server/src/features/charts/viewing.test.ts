import { readdir } from 'node:fs/promises';
import path from 'node:path';

import { chartTexts, listCharts } from '@careloop/contracts/charts';
import {
  downloadDocument,
  findInDocument,
  getDicomWindows,
  getDocument,
  getDocumentPage,
  getDocumentPdf,
  getDocumentText,
  getDocumentThumbnail,
  getDocumentWords,
  prepareDocument,
  viewerTexts,
} from '@careloop/contracts/charts/viewer';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { declared } from '../../../test/declared.ts';
import { buildUser } from '../../../test/factories.ts';
import { startTestApp } from '../../../test/harness.ts';
import type { TestApp } from '../../../test/harness.ts';
import { dicomOf } from '../../../test/dicoms.ts';
import { pdfOf } from '../../../test/pdfs.ts';
import { buildUploader, failUpload, fileOf, okUpload } from '../../../test/uploads.ts';
import { createListener } from '../../platform/db/listener.ts';
import { silentLog } from '../../platform/db/log.ts';
import { ScannerUnavailable } from '../../core/integrations/antivirus/port.ts';
import { RenderError } from '../../platform/rendering/messages.ts';
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
/** Uploads a file with unique content. */
async function upload(content: string | Uint8Array, name: string): Promise<{ patientDocumentId: number }> {
  const { documents } = await okUpload(uploader.caller, { ...uploader.form, file: fileOf(content, name) });
  return { patientDocumentId: documents[0]?.patientDocumentId ?? 0 };
}
const aPdf = () => upload(pdfOf(`Visit ${(mark += 1)}`, 'Aspirin 81 mg daily', 'Follow up'), 'Letter.pdf');

/** The image returned by a call. */
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

describe('an image', () => {
  test('is shown right after its upload', async () => {
    for (const side of [30, 40, 50]) {
      const content = await sharp({ create: { width: side, height: side, channels: 3, background: '#369' } })
        .png()
        .toBuffer();
      const document = await upload(content, 'scan.png');
      const answer = uploader.caller.ok(getDocumentPage, { ...document, page: 1, width: 400 });
      expect(await pictureOf(answer)).toMatchObject({ format: 'jpeg' });
    }
  });
});

describe('a DICOM image', () => {
  test('is rendered with the windows it lists, and with any other', async () => {
    const document = await upload(dicomOf(), 'slice.dcm');
    const { windows } = await uploader.caller.ok(getDicomWindows, document);
    expect(windows).toEqual([
      { name: 'SOFT', width: 1000, center: 500 },
      { name: 'LOW', width: 200, center: 100 },
    ]);
    const brightness = async (more: object) => {
      const answer: unknown = await uploader.caller.ok(getDocumentPage, { ...document, page: 1, width: 400, ...more });
      const { channels } = await sharp((answer as { bytes: Buffer }).bytes).stats();
      return channels[0]?.mean ?? 0;
    };
    const usual = await brightness({});
    expect(await brightness({ windowWidth: 1000, windowCenter: 500 })).toBeCloseTo(usual, 0);
    // A lower window makes more of its values bright.
    expect(await brightness({ windowWidth: 200, windowCenter: 100 })).toBeGreaterThan(usual + 30);
    const refusal = await uploader.caller.fail(getDocumentPage, { ...document, page: 1, windowWidth: 0 });
    expect(refusal.code).toBe('invalid_input');
    const { text, format } = await uploader.caller.ok(getDocumentText, document);
    expect(format).toBe(7);
    expect(text).toContain('<th scope="row">Photometric Interpretation</th><td>MONOCHROME2</td>');
    expect(text).toContain('<th scope="row">Window Center</th><td>500 \\ 100</td>');
    expect(text).toContain('<th scope="row">Pixel Data</th><td>512 bytes</td>');
    const stranger = await app.as(await buildUser(app.db));
    expect(await stranger.fail(getDicomWindows, document)).toMatchObject({ code: 'unauthorized_patient' });
    expect(await uploader.caller.ok(getDicomWindows, await aPdf())).toMatchObject({ windows: [] });
  });
});

describe('a PDF', () => {
  test('has its pages counted and measured on upload', async () => {
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
    const { documents } = await uploader.caller.ok(listCharts, { patientId: uploader.patient.patientId });
    expect(documents[0]?.documentPageCount).toBe(3);
  });

  test('is shown page by page, at least as wide as requested', async () => {
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

  test('is sent only as an image without active content', async () => {
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

  test('has its text and the positions of words', async () => {
    const document = await aPdf();
    const { text, format } = await uploader.caller.ok(getDocumentText, document);
    expect(format).toBe(1);
    expect(text).toContain('Aspirin 81 mg daily');
    const { matches } = await uploader.caller.ok(findInDocument, { ...document, term: 'aspirin' });
    expect(matches).toEqual([{ page: 2, boxes: [expect.objectContaining({ left: expect.closeTo(72 / 612, 1) })] }]);
    expect(await uploader.caller.ok(findInDocument, { ...document, term: 'warfarin' })).toMatchObject({ matches: [] });
  });

  test('returns the words of a page with their positions', async () => {
    const document = await aPdf();
    const { lines } = await uploader.caller.ok(getDocumentWords, { ...document, page: 2 });
    expect(lines.map((line) => line.map(({ text }) => text).join(''))).toEqual(['Aspirin 81 mg daily']);
    const [first, second] = lines[0] ?? [];
    expect(first).toMatchObject({ turn: 0, left: expect.closeTo(72 / 612, 2), top: expect.closeTo(72 / 792, 2) });
    expect(second?.left).toBeCloseTo((first?.left ?? 0) + (first?.width ?? 0), 3);
    expect(await uploader.caller.fail(getDocumentWords, { ...document, page: 4 })).toMatchObject({
      message: viewerTexts.noPage,
    });
  });
});

test('only a PDF may be framed by the portal unchanged', async () => {
  const { patientDocumentId } = await aPdf();
  const { headers, body } = await app.app.http.inject({
    url: `/api/document-viewer/${patientDocumentId}/pdf`,
    headers: { authorization: `Bearer ${uploader.caller.token}` },
  });
  expect(headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'",
    'x-frame-options': 'SAMEORIGIN',
  });
  expect(body).toMatch(/^%PDF/);
  const note = await upload('Blood pressure 120/80', 'note.txt');
  expect(await uploader.caller.fail(getDocumentPdf, note)).toMatchObject({ message: chartTexts.unsupported });
});

describe('opening', () => {
  test('is audited once, not per page; a page without an opening counts as one', async () => {
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

  test('that failed is not the audited one', async () => {
    const { caller } = uploader;
    const document = await aPdf();
    await caller.fail(getDocumentPage, { ...document, page: 99 });
    for (const page of [1, 2]) await caller.ok(getDocumentPage, { ...document, page });
    const action = '/document-viewer/:patientDocumentId/:page';
    expect(await audited(document.patientDocumentId)).toEqual([`${action} refused`, `${action} ok`]);
  });

  test('ahead of time renders the first page, and does not count as opening', async () => {
    const { caller } = uploader;
    const document = await aPdf();
    expect(await caller.ok(prepareDocument, { ...document, width: 800 })).toEqual({ wasSuccessful: true });
    const digests = await readdir(path.join(app.deps.config.dataDir, 'pages'), { recursive: true });
    expect(digests.filter((name) => name.includes('-1-800-'))).toHaveLength(1);
    expect(await audited(document.patientDocumentId)).toEqual([]);
    const note = await upload('Blood pressure 120/80', 'note.txt');
    await caller.ok(prepareDocument, note);
    const stranger = await app.as(await buildUser(app.db));
    expect(await stranger.fail(prepareDocument, document)).toMatchObject({ code: 'unauthorized_patient' });
    expect(await audited(document.patientDocumentId)).toEqual(['/document-viewer/:patientDocumentId/prepare denied']);
  });

  test('is refused if the user may not see the patient, for every part', async () => {
    const document = await aPdf();
    const stranger = await app.as(await buildUser(app.db, { permissions: ['UploadChart'] }));
    const parts = [getDocumentText, getDocumentWords, getDocumentPage, getDocumentThumbnail, downloadDocument];
    for (const endpoint of [getDocument, ...parts]) {
      expect(await stranger.fail(endpoint, declared(endpoint, { ...document, page: 1 }))).toMatchObject({
        code: 'unauthorized_patient',
      });
      expect(await app.nobody.fail(endpoint, declared(endpoint, { ...document, page: 1 }))).toMatchObject({
        status: 401,
      });
    }
    expect(await stranger.fail(findInDocument, { ...document, term: 'a' })).toMatchObject({
      code: 'unauthorized_patient',
    });
    expect(await audited(document.patientDocumentId)).toHaveLength(7);
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
        const refusal = await uploader.caller.fail(endpoint, declared(endpoint, { ...document, page: 1 }));
        expect(refusal).toMatchObject({ code: 'refused', message: viewerTexts[state] });
      }
    }
  });

  test('that has not been checked is checked by the job', async () => {
    const document = await aPdf();
    await app.db
      .updateTable('patient_document')
      .set({ file_checked_at: null, file_state: 'checking', format: null, document_page_count: null, page_sizes: null })
      .where('patient_document_id', '=', document.patientDocumentId)
      .execute();
    const heard: string[] = [];
    const listener = createListener({ url: app.databaseUrl, log: silentLog });
    await listener.listen('careloop_realtime', (text) => void heard.push(text));
    expect(await checkDocuments(app.deps)).toBe(1);
    expect(await checkDocuments(app.deps)).toBe(0);
    await expect
      .poll(() => heard.map((text) => JSON.parse(text) as unknown))
      .toContainEqual(
        expect.objectContaining({
          event: 'DocumentCheckedEvent',
          payload: { patientId: uploader.patient.patientId, patientDocumentId: document.patientDocumentId },
        }),
      );
    await listener.close();
    expect(await uploader.caller.ok(getDocument, document)).toMatchObject({ pageCount: 3, fileState: 'clear' });
  });

  test('that cannot be shown as pages says so', async () => {
    const document = await upload('Blood pressure 120/80', 'note.txt');
    const refusal = await uploader.caller.fail(getDocumentPage, { ...document, page: 1 });
    expect(refusal).toMatchObject({ code: 'refused', message: chartTexts.unsupported });
  });
});

describe('rendering of other formats', () => {
  test('RTF becomes HTML with its characters and tables, but no embedded HTML', async () => {
    const rtf = String.raw`{\rtf1\ansi{\fonttbl{\f0 Arial;}}\b Potassium\b0  4.1 \'b5g <script>alert(1)</script>\par\intbl A\cell B\cell\row\pard{\*\generator x}{\pict 00ff}\u8364?}`;
    const document = await upload(rtf, 'letter.rtf');
    const { text, format } = await uploader.caller.ok(getDocumentText, document);
    expect(format).toBe(7);
    expect(text).toContain('<p><b>Potassium</b> 4.1 µg &lt;script&gt;alert(1)&lt;/script&gt;</p>');
    expect(text).toContain('<tr><td>A</td><td>B</td></tr>');
    expect(text).toContain('€');
    expect(text).not.toMatch(/Arial|generator|00ff/);
  });

  test('RTF marks images, files, deleted text, headers and footers', async () => {
    const rtf = String.raw`{\rtf1{\header ELM PARK {\b Clinic}\par}{\footer Page 1\par}Dose {\deleted 50}75 mg{\object{\*\objdata 0105}{\result Chart}}\par
      {\*\shppict{\pict 00ff}}{\nonshppict{\pict 00ff}}{\header ELM PARK {\b Clinic}\par}End}`;
    const { text } = await uploader.caller.ok(getDocumentText, await upload(rtf, 'letter.rtf'));
    expect(text.split('\n').map((line) => line.replace(/\s+/g, ' '))).toEqual([
      '<p>Dose <s>50</s>75 mg [Embedded file] Chart</p>',
      '<p> [Picture] End</p>',
      '<hr>',
      '<p><b>Header and footer of its pages</b></p>',
      '<p>ELM PARK <b>Clinic</b></p>',
      '<p>Page 1</p>',
    ]);
  });

  test('RTF may name control words like members of an object', async () => {
    const rtf = String.raw`{\rtf1 Aspirin \toString 81 mg\constructor , \hasOwnProperty daily}`;
    const { text } = await uploader.caller.ok(getDocumentText, await upload(rtf, 'letter.rtf'));
    expect(text).toBe('<p>Aspirin 81 mg, daily</p>');
  });

  test('HL7 v2 is detected by its content, and shown with named fields or unchanged', async () => {
    const message =
      'MSH|^~\\&|LAB|CITY\rPID|1||77^^^MR||DOE^JANE\rPV1|1|I||||||||||||||||||||||||||||||||||||||||||20260302\rOBX|1|NM|2823-3^Potassium||4.1|mmol/L\\T\\';
    const document = await upload(message, 'message.txt');
    expect(await uploader.caller.ok(getDocument, document)).toMatchObject({ supportedFormats: [2, 1] });
    const { text } = await uploader.caller.ok(getDocumentText, document);
    expect(text).toContain('<th scope="row">Name <small>PID-5</small></th><td>DOE, JANE</td>');
    expect(text).toContain('<th scope="row">Admitted <small>PV1-44</small></th><td>3/2/26</td>');
    expect(text).toContain('<td>4.1</td><td>mmol/L&amp;</td>');
    const raw = await uploader.caller.ok(getDocumentText, { ...document, returnRawData: true });
    expect(raw).toMatchObject({ text: message, format: 1 });
  });

  test('HL7 v2 is read in its charset, up to 2 MB, by a rendering process', async () => {
    const message = Buffer.from('MSH|^~\\&|LAB\rPID|1||77\rOBX|1|ST|1^Größe||50 µm', 'latin1');
    const document = await upload(message, 'message.hl7');
    expect((await uploader.caller.ok(getDocumentText, document)).text).toContain('<td>50 µm</td>');
    const long = await upload(Buffer.concat([message, Buffer.alloc(2 * 1024 * 1024, 'x')]), 'long.hl7');
    expect(await uploader.caller.fail(getDocumentText, long)).toMatchObject({ message: chartTexts.tooLong });
    const { renderer } = app.deps;
    app.deps.renderer = { ...renderer, ask: () => Promise.reject(new RenderError('busy')) };
    const refusal = await uploader.caller.fail(getDocumentText, document);
    app.deps.renderer = renderer;
    expect(refusal).toMatchObject({ message: viewerTexts.pageFailed });
  });

  test('a note in Markdown has headings, and loses no meaningful character', async () => {
    const note = '# Plan\n+ chest pain\n- fever\n> 5 mmol, 5*3*2 <b>mg</b>\n\n## Labs\n1. Potassium\n';
    const document = await upload(note, 'note.txt');
    expect(await uploader.caller.ok(getDocument, document)).toMatchObject({ supportedFormats: [7, 1] });
    expect(await uploader.caller.ok(getDocumentText, document)).toMatchObject({
      text: '<h1>Plan</h1>\n<p>+ chest pain<br>\n- fever<br>\n&gt; 5 mmol, 5*3*2 &lt;b&gt;mg&lt;/b&gt;</p>\n<h2>Labs</h2>\n<p>1. Potassium</p>\n',
      format: 7,
    });
    expect(await uploader.caller.ok(getDocumentText, { ...document, returnRawData: true })).toMatchObject({
      text: note,
    });
    const plain = await upload('Lab # 4\n# 7 of the list\nDone', 'plain.txt');
    expect(await uploader.caller.ok(getDocument, plain)).toMatchObject({ supportedFormats: [1] });
  });

  test('a clinical document is shown as its narrative first, and as text on demand', async () => {
    const xml = `<ClinicalDocument xmlns="urn:hl7-org:v3"><title>Summary</title><component><structuredBody><component><section>
      <title>Allergies &amp; more</title><text><list><item onclick="x()">Penicillin &lt;img src="x"&gt;</item></list><script>alert(1)</script>
      <linkHtml href="javascript:alert(1)">here</linkHtml></text></section></component></structuredBody></component></ClinicalDocument>`;
    const document = await upload(xml, 'ccda.xml');
    expect(await uploader.caller.ok(getDocument, document)).toMatchObject({ supportedFormats: [6, 4] });
    const { text, format } = await uploader.caller.ok(getDocumentText, document);
    expect(format).toBe(7);
    expect(text).toContain(
      '<h2>Allergies &amp; more</h2><div><ul><li>Penicillin &lt;img src=&quot;x&quot;&gt;</li></ul>',
    );
    expect(text).not.toMatch(/<script|onclick|href/);
    expect(await uploader.caller.ok(getDocumentText, { ...document, returnRawData: true })).toMatchObject({
      text: xml,
      format: 1,
    });
  });
});

describe('malware', () => {
  const eicar = String.raw`X5O!P%@AP[4\PZX54(P^)7CC)7}$` + 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*';

  test('is refused on upload', async () => {
    const refusal = await failUpload(uploader.caller, { ...uploader.form, file: fileOf(eicar, 'note.txt') });
    expect(refusal.validationErrors).toEqual({
      file: 'The file contains malware (EICAR test file) and was not uploaded.',
    });
  });

  test('that was imported is blocked, with the reason', async () => {
    const document = await aPdf();
    const { key } = await app.deps.storage.put(Buffer.from(eicar));
    await app.db
      .updateTable('patient_document')
      .set({ file_checked_at: null, file_state: 'checking', storage_key: key, content_type: 'text/plain' })
      .where('patient_document_id', '=', document.patientDocumentId)
      .execute();
    await checkDocuments(app.deps);
    expect(await uploader.caller.ok(getDocument, document)).toMatchObject({
      fileState: 'blocked',
      blockReason: 'Malware was found: EICAR test file.',
    });
    expect(await uploader.caller.fail(downloadDocument, document)).toMatchObject({ message: viewerTexts.blocked });
  });

  test('is scanned for later if the scanner is not available', async () => {
    const { antivirus } = app.deps;
    app.deps.antivirus = { scan: () => Promise.reject(new ScannerUnavailable()) };
    const document = await aPdf();
    app.deps.antivirus = antivirus;
    expect(await uploader.caller.ok(getDocument, document)).toMatchObject({ fileState: 'checking' });
    expect(await checkDocuments(app.deps)).toBe(1);
    expect(await uploader.caller.ok(getDocument, document)).toMatchObject({ fileState: 'clear' });
  });
});
