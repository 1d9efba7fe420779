import { chartTexts } from '@careloop/contracts/charts';
import {
  findInDocument,
  getDocument,
  getDocumentPage,
  getDocumentText,
  viewerTexts,
} from '@careloop/contracts/charts/viewer';
import { chartAssociationType, documentFormat } from '@careloop/contracts/codes';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { startTestApp } from '../../../test/harness.ts';
import type { TestApp } from '../../../test/harness.ts';
import { pdfOf } from '../../../test/pdfs.ts';
import { buildUploader, failUpload, fileOf, okUpload } from '../../../test/uploads.ts';
import { composeRecord, partOf } from '../../core/charts/record/compose.ts';
import type { RecordChart } from '../../core/charts/record/compose.ts';
import { checkDocuments } from './checkDocuments.ts';

// Clinical documents that contain a file instead of sections (C-CDA: Unstructured Document).

let app: TestApp;
let uploader: Awaited<ReturnType<typeof buildUploader>>;
beforeAll(async () => {
  app = await startTestApp();
  uploader = await buildUploader(app);
});
afterAll(() => app.stop());

const holding = (held: string, mediaType: string, more = ' representation="B64"') =>
  `<ClinicalDocument xmlns="urn:hl7-org:v3"><title>Faxed letter</title><component><nonXMLBody><text mediaType="${mediaType}"${more}>${held}</text></nonXMLBody></component></ClinicalDocument>`;
const base64 = (content: string) => Buffer.from(content).toString('base64');

async function upload(content: string | Buffer) {
  const { caller, form } = uploader;
  const { documents } = await okUpload(caller, { ...form, file: fileOf(content, 'Letter.xml') });
  return { patientDocumentId: documents[0]?.patientDocumentId ?? 0 };
}

const formatNames = (codes: number[]) => codes.map((code) => documentFormat.nameOf(code));

test('pages of a PDF are shown and searchable', async () => {
  const document = await upload(holding(base64(pdfOf('Visit', 'Aspirin 81 mg daily')), 'application/pdf'));
  const { caller } = uploader;
  const info = await caller.ok(getDocument, document);
  expect(info).toMatchObject({
    pageCount: 2,
    fileProblem: null,
    pageSizes: [
      [612, 792],
      [612, 792],
    ],
  });
  expect(formatNames(info.supportedFormats)).toEqual(['document_page', 'xhtml', 'xml', 'text']);
  expect(await caller.ok(getDocumentPage, { ...document, page: 2, width: 400 })).toBeInstanceOf(Object);
  const { matches } = await caller.ok(findInDocument, { ...document, term: 'aspirin' });
  expect(matches).toMatchObject([{ page: 2 }]);
  const { text } = await caller.ok(getDocumentText, document);
  expect(text).toContain('<h1>Faxed letter</h1>');
  expect(text).toContain('Choose Pages to read it.');
  expect((await caller.ok(getDocumentText, { ...document, returnRawData: true })).text).toContain('<nonXMLBody>');
});

test.each([
  ['RTF', holding(base64('{\\rtf1 The wound has closed.}'), 'text/rtf'), 'The wound has closed.'],
  [
    'RTF that is cut off',
    holding(base64('{\\rtf1{\\header Elm Park\\par}The wound{\\b  has'), 'text/rtf'),
    '<p>The wound<b> has</b></p>\n<p><b>The rest of this file is damaged and cannot be shown.</b></p>\n<hr>',
  ],
  ['plain text', holding('Pulse 60 &lt; 80', 'text/plain', ''), '<pre>Pulse 60 &lt; 80</pre>'],
  ['a web page', holding(base64('<p>Rest.</p>'), 'text/html'), '<p>Rest.</p>'],
  ['another kind of file', holding(base64('PK 1234'), 'application/msword'), 'It cannot be shown here.'],
  ['a damaged PDF', holding(base64('%PDF-1.4 and no more'), 'application/pdf'), 'It cannot be shown here.'],
  ['only a name', holding('<reference value="scan.pdf"/>', 'application/pdf', ''), 'It cannot be shown here.'],
])('%s is shown below the header, or reported as not shown', async (_, content, wanted) => {
  const document = await upload(content);
  const info = await uploader.caller.ok(getDocument, document);
  expect(info.fileProblem).toBeNull();
  expect(formatNames(info.supportedFormats)).toEqual(['xhtml', 'xml']);
  const { text } = await uploader.caller.ok(getDocumentText, document);
  expect(text).toContain('<h1>Faxed letter</h1>');
  expect(text).toContain(wanted);
});

test('a document with sections has no pages', async () => {
  const document = await upload(
    '<ClinicalDocument xmlns="urn:hl7-org:v3"><component><structuredBody><component><section><title>Plan</title><text>Rest</text></section></component></structuredBody></component></ClinicalDocument>',
  );
  expect(await uploader.caller.fail(getDocumentPage, { ...document, page: 1 })).toMatchObject({ code: 'refused' });
  expect((await uploader.caller.ok(getDocumentText, document)).text).toContain('Rest');
});

test('a document of 5 MB is read in the same way as a short one', async () => {
  const picture = 'iVBORw0KGgo='.repeat(450_000);
  const sections = `<?xml version="1.0" encoding="ISO-8859-1"?>${withPicture(picture).replace('Picture', 'Size 50 µm')}`;
  const long = await upload(Buffer.from(sections, 'latin1'));
  expect(formatNames((await uploader.caller.ok(getDocument, long)).supportedFormats)).toEqual(['xhtml', 'xml']);
  expect((await uploader.caller.ok(getDocumentText, long)).text).toContain('<h2>Wound</h2><div>Size 50 µm</div>');
  expect(await uploader.caller.fail(getDocumentText, { ...long, returnRawData: true })).toMatchObject({
    message: chartTexts.tooLong,
  });
  const letter = await upload(holding(base64(`${'<!-- -->'.repeat(500_000)}<p>Rest.</p>`), 'text/html'));
  expect((await uploader.caller.ok(getDocumentText, letter)).text).toContain('<p>Rest.</p>');
  const scanned = await upload(
    holding(base64(`%PDF-1.4\n${'%\n'.repeat(1_500_000)}${pdfOf('One')}`), 'application/pdf'),
  );
  expect((await uploader.caller.ok(getDocumentText, scanned)).text).toContain('Choose Pages to read it.');
  const broken = await upload(Buffer.from(sections.replace('</section>', '</div>'), 'latin1'));
  expect(await uploader.caller.fail(getDocumentText, broken)).toMatchObject({ message: viewerTexts.damaged });
});

const eicar = String.raw`X5O!P%@AP[4\PZX54(P^)7CC)7}$` + 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*';
const withPicture = (value: string) =>
  `<ClinicalDocument xmlns="urn:hl7-org:v3"><component><structuredBody><component><section><title>Wound</title><text>Picture</text><entry><observationMedia><value mediaType="image/jpeg" representation="B64">${value}</value></observationMedia></entry></section></component></structuredBody></component></ClinicalDocument>`;
const entities = (text: string) => text.replace(/./g, (letter) => `&#${letter.charCodeAt(0)};`);

test.each([
  ['in place of sections', holding(base64(eicar), 'application/pdf')],
  ['as an image of a section', withPicture(base64(`GIF89a ${eicar}`))],
  ['split into lines', withPicture(base64(eicar).replace(/(.{20})/g, '$1\n  '))],
  ['as character references', withPicture(entities(base64(eicar)))],
  ['within CDATA', withPicture(`<![CDATA[${base64(eicar)}]]>`)],
])('malware is found %s', async (_, content) => {
  const { caller, form } = uploader;
  const refusal = await failUpload(caller, { ...form, file: fileOf(content, 'Letter.xml') });
  expect(refusal.validationErrors).toEqual({
    file: 'The file contains malware (EICAR test file) and was not uploaded.',
  });
});

test('malware in an imported clinical document blocks it', async () => {
  const document = await upload(withPicture(base64('harmless')));
  const { key } = await app.deps.storage.put(Buffer.from(withPicture(base64(eicar))));
  await app.db
    .updateTable('patient_document')
    .set({ file_checked_at: null, file_state: 'checking', storage_key: key })
    .where('patient_document_id', '=', document.patientDocumentId)
    .execute();
  await checkDocuments(app.deps);
  expect(await uploader.caller.ok(getDocument, document)).toMatchObject({
    fileState: 'blocked',
    blockReason: 'Malware was found: EICAR test file.',
  });
});

test('is sent as its pages or its text, and so are RTF and HL7 v2', async () => {
  const making = { deps: app.deps as never, footer: 'Referral 1', timeZone: 'America/New_York' };
  const charted = async (content: string | Uint8Array, name: string, contentType: string) => {
    const { caller, form } = uploader;
    const { documents } = await okUpload(caller, { ...form, file: fileOf(content, name) });
    const row = await app.db
      .selectFrom('patient_document')
      .select(['storage_key as storageKey', 'byte_count as byteCount'])
      .where('patient_document_id', '=', documents[0]?.patientDocumentId ?? 0)
      .executeTakeFirstOrThrow();
    const chart: RecordChart = {
      ...row,
      sentChartId: 1,
      associationType: chartAssociationType.table.document,
      chartName: name,
      chartTypeName: 'Consult Note',
      chartDate: null,
      authorName: null,
      dateSent: '2026-03-02T12:00:00Z',
      isConsultNote: false,
      contentType,
      sha256: row.storageKey,
      content: null,
      isClear: true,
    };
    return await partOf(making, chart, '1 of 1', 1_000_000);
  };
  const pages = await charted(holding(base64(pdfOf('One', 'Two', 'Three')), 'application/pdf'), 'a.xml', 'text/xml');
  expect((await composeRecord(making.deps, [pages])).pageCount).toBe(3);
  const words = await charted(holding('Pulse 62', 'text/plain', ''), 'b.xml', 'application/xml');
  expect(words.text).toBe('Pulse 62');
  const table = `<table><thead><tr><th>Substance</th><th>Reaction</th></tr></thead>
    <tbody><tr><td>Penicillin</td>\n<td>Hives</td></tr></tbody></table>`;
  const sections = await charted(withPicture('').replace('Picture', table), 'd.xml', 'text/xml');
  expect(sections.text).toBe('Clinical document\nWound\nSubstance | Reaction\nPenicillin | Hives');
  const other = '<Patient xmlns="http://hl7.org/fhir"><birthDate value="1974-12-25"/></Patient>';
  expect((await charted(other, 'e.xml', 'application/xml')).text).toBe(other);
  const message = Buffer.from('MSH|^~\\&|LAB\rPID|1||77\rOBX|1|ST|1^Größe||50 µm', 'latin1');
  const result = await charted(message, 'f.hl7', 'text/plain; charset=windows-1252');
  expect(result.text).toContain('\nTest | Result\nGröße 1 | 50 µm\n');
  const letter = await charted('{\\rtf1 The wound heals.}', 'c.rtf', 'application/rtf');
  expect(letter.text).toBe('The wound heals.');
  const unclosed = await charted('{\\rtf1{\\b The wound heals.}', 'g.rtf', 'application/rtf');
  expect(unclosed).toMatchObject({ text: 'The wound heals.', isLeftOut: false });
  const cutOff = await charted(holding(base64('{\\rtf1 Take 50'), 'text/rtf'), 'h.xml', 'text/xml');
  expect(cutOff).toMatchObject({
    text: 'Take 50\nThe rest of this file is damaged and cannot be shown.',
    isLeftOut: true,
  });
});
