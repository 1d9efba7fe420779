import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { crc32, deflateSync, gzipSync } from 'node:zlib';

import { uploadDocuments, uploadTexts } from '@careloop/contracts/charts/upload';
import { downloadDocument } from '@careloop/contracts/charts/viewer';
import { listCharts } from '@careloop/contracts/charts';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { startTestApp } from '../../../test/harness.ts';
import type { TestApp } from '../../../test/harness.ts';
import { sample } from '../../../test/samples.ts';
import { buildUploader, failUpload, fileOf, pdf, okUpload, storedFiles } from '../../../test/uploads.ts';

let app: TestApp;
let uploader: Awaited<ReturnType<typeof buildUploader>>;
beforeAll(async () => {
  app = await startTestApp();
  uploader = await buildUploader(app);
});
afterAll(() => app.stop());

/** The reason a file is rejected; null if it is accepted. */
async function problemOf(content: string | Uint8Array, name: string): Promise<string | null> {
  const { caller, form } = uploader;
  const { status, body } = await caller.call(uploadDocuments, { ...form, file: fileOf(content, name) } as never);
  expect(status).toBe(200);
  if (body.wasSuccessful) return null;
  expect(body).toMatchObject({ code: 'invalid_input', message: uploadTexts.problem });
  return body.validationErrors['file'] ?? '';
}

function chunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, checksum]);
}

const signature = Buffer.from('89504e470d0a1a0a', 'hex');
const pixel = Buffer.from('00000001000000010800000000', 'hex');
const png = Buffer.concat([
  signature,
  chunk('IHDR', pixel),
  chunk('IDAT', deflateSync(Buffer.from([0, 0]))),
  chunk('IEND', Buffer.alloc(0)),
]);
const jpeg = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#805040' } })
  .jpeg()
  .toBuffer();
const dicom = Buffer.concat([Buffer.alloc(128), Buffer.from('DICM'), Buffer.alloc(64)]);
const rtf = '{\\rtf1\\ansi Blood pressure}';
/** Directories of one entry each, each pointing to the next. */
function tiff(next: readonly number[]): Buffer {
  const directory = (offset: number) => {
    const bytes = Buffer.alloc(18);
    bytes.writeUInt16LE(1);
    bytes.writeUInt32LE(offset, 14);
    return bytes;
  };
  return Buffer.concat([Buffer.from('49492a0008000000', 'hex'), ...next.map(directory)]);
}
const zip = Buffer.from('504b03041400000000000000000000000000000000000000000000000000', 'hex');

test.each<[string, string | Uint8Array]>([
  ['scan.png', png],
  ['wound.JPG', jpeg],
  ['wound.jpeg', Buffer.concat([jpeg, Buffer.from('SEFT, as some cameras add')])],
  ['fax.tif', tiff([26, 0])],
  ['letter.pdf', pdf()],
  ['letter behind lines of a mail.pdf', `\r\nContent-Type: application/pdf\r\n\r\n${pdf()}`],
  ['letter.rtf', rtf],
  ['ct.dcm', dicom],
  ['ct with a preamble.dcm', Buffer.concat([Buffer.from('49492a00', 'hex'), dicom.subarray(4)])],
  ['ct without a preamble.dcm', Buffer.concat([Buffer.from('02000000554c040000000000', 'hex'), Buffer.alloc(64)])],
  [
    'fax from a large scanner.tif',
    Buffer.concat([Buffer.from('49492a00f8490200', 'hex'), Buffer.alloc(150_000), tiff([0]).subarray(8)]),
  ],
  ['BM.txt', 'BM normal, no bitmap'],
  ['page.txt', '<html><script>alert(1)</script></html>'],
  ['summary.xml', '<?xml version="1.0"?>\n<!-- made by hand -->\n<ClinicalDocument/>\n'],
])('accepts %s', async (name, content) => {
  expect(await problemOf(content, name)).toBeNull();
});

test('counts the pages of a fax', async () => {
  const { caller, form, patient } = uploader;
  const { documents } = await okUpload(caller, {
    ...form,
    file: fileOf(tiff([26, 44, 0]), '3.tiff'),
  });
  const chart = await caller.ok(listCharts, { patientId: patient.patientId });
  const found = chart.documents.find((one) => one.patientDocumentId === documents[0]?.patientDocumentId);
  expect(found?.documentPageCount).toBe(3);
});

const { mismatch, damaged, formats, declaresTypes, webPage } = uploadTexts;

describe('rejects with a message', () => {
  test.each<[string, string, string | Uint8Array, string]>([
    ['a file that is not a chart', 'page.html', '<html></html>', formats],
    ['a drawing', 'drawing.svg', '<svg onload="alert(1)"/>', formats],
    ['a program', 'letter.pdf.exe', 'MZ', formats],
    ['a name without an extension', 'letter', pdf(), formats],
    ['a disguised extension', 'letter\u202Efdp.exe', pdf(), formats],
    ['an empty file', 'letter.pdf', '', uploadTexts.empty],
    ['a PNG named as a JPEG', 'scan.jpg', png, mismatch('scan.jpg', 'a PNG image')],
    ['a program named as a PDF', 'letter.pdf', `MZ${'\0'.repeat(200)}`, mismatch('letter.pdf', 'not a PDF document')],
    ['an archive named as a PDF', 'letter.pdf', zip, mismatch('letter.pdf', 'not a PDF document')],
    ['a compressed text', 'note.txt', gzipSync(Buffer.alloc(10_000_000)), damaged('text/plain')],
    ['a PDF named as a text', 'note.txt', pdf(), mismatch('note.txt', 'a PDF document')],
    ['RTF named as a text', 'note.txt', rtf, mismatch('note.txt', 'an RTF document')],
    ['bytes named as a text', 'note.txt', Buffer.from([1, 0, 2, 0, 3]), damaged('text/plain')],
    [
      'a program in the preamble of DICOM',
      'ct.dcm',
      Buffer.concat([Buffer.from('MZ'), dicom.subarray(2)]),
      mismatch('ct.dcm', 'not a DICOM file'),
    ],
    ['a truncated PDF', 'letter.pdf', pdf().slice(0, -8), damaged('application/pdf')],
    [
      'a PDF followed by an archive',
      'letter.pdf',
      Buffer.concat([Buffer.from(pdf()), zip]),
      damaged('application/pdf'),
    ],
    ['a PDF after other content', 'letter.pdf', `GIF89a;${pdf()}`, mismatch('letter.pdf', 'not a PDF document')],
    ['a truncated PNG', 'scan.png', png.subarray(0, -6), damaged('image/png')],
    ['a PNG followed by a page', 'scan.png', Buffer.concat([png, Buffer.from('<script>')]), damaged('image/png')],
    [
      'a PNG without a size',
      'scan.png',
      Buffer.concat([signature, chunk('IHDR', Buffer.alloc(13)), chunk('IEND', Buffer.alloc(0))]),
      damaged('image/png'),
    ],
    ['a JPEG without an end', 'wound.jpg', jpeg.subarray(0, -2), damaged('image/jpeg')],
    ['truncated RTF', 'letter.rtf', rtf.slice(0, -1), damaged('application/rtf')],
    ['a TIFF with a cycle of pages', 'fax.tif', tiff([26, 8]), damaged('image/tiff')],
    ['a TIFF with an offset outside the file', 'fax.tif', tiff([4_000_000_000]), damaged('image/tiff')],
    [
      'a BigTIFF with an offset beyond any file',
      'fax.tif',
      Buffer.concat([Buffer.from('49492b0008000000ffffffffffffffff', 'hex'), Buffer.alloc(48)]),
      damaged('image/tiff'),
    ],
    [
      'a TIFF without a page',
      'fax.tif',
      Buffer.concat([Buffer.from('49492a0000000000', 'hex'), Buffer.alloc(16)]),
      damaged('image/tiff'),
    ],
    [
      'XML that fetches a file',
      'a.xml',
      '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>',
      declaresTypes,
    ],
    [
      'XML that expands entities',
      'a.xml',
      `<!-- x --><!DOCTYPE a [<!ENTITY b "bbbb"><!ENTITY c "&b;&b;&b;">]><a>&c;</a>`,
      declaresTypes,
    ],
    [
      'XML with a comment that only seems to end',
      'a.xml',
      `<!--> <a/> --><!DOCTYPE a [<!ENTITY b "b">]><a>&b;</a>`,
      declaresTypes,
    ],
    [
      'XML with a document type in UTF-16',
      'a.xml',
      Buffer.from('\uFEFF<!DOCTYPE a [<!ENTITY b "b">]><a/>', 'utf16le'),
      declaresTypes,
    ],
    [
      'a page in XML',
      'a.xml',
      '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><script/></html>',
      webPage,
    ],
    [
      'a drawing in XML',
      'a.xml',
      '<?xml version="1.0"?><s:svg xmlns:s="http://www.w3.org/2000/svg" onload="a()"/>',
      webPage,
    ],
    ['XML in an unknown encoding', 'a.xml', '<?xml version="1.0" encoding="x-none"?><a/>', damaged('application/xml')],
    ['XML that does not match its encoding', 'a.xml', Buffer.from('<a>\xe4</a>', 'latin1'), damaged('application/xml')],
    ['truncated XML', 'a.xml', '<ClinicalDocument><title>Disch', damaged('application/xml')],
    ['XML with an endless prolog', 'a.xml', `<!-- ${'-'.repeat(200_000)}`, damaged('application/xml')],
    ['text named as XML', 'a.xml', 'Discharge summary', damaged('application/xml')],
  ])('%s', async (_what, name, content, problem) => {
    const before = await storedFiles(app);
    expect(await problemOf(content, name)).toBe(problem);
    expect(await storedFiles(app)).toEqual(before);
  });
});

test('one bad file among good ones rejects all of them, and is named', async () => {
  const { caller, form, patient } = uploader;
  const before = await storedFiles(app);
  const { documents } = await caller.ok(listCharts, { patientId: patient.patientId });
  const files = { file1: fileOf(pdf('good'), 'a.pdf'), file2: fileOf('', 'b.pdf') };
  const refusal = await failUpload(caller, { ...form, ...files });
  expect(refusal.validationErrors).toEqual({ file2: uploadTexts.empty });
  expect(await storedFiles(app)).toEqual(before);
  expect((await caller.ok(listCharts, { patientId: patient.patientId })).documents).toHaveLength(documents.length);
});

// ---------------------------------------------------------------- samples that are not part of the repository

const hostileFolder = sample('hostile');
const documentsFolder = sample('documents');
const filesIn = (folder: string | undefined) =>
  folder === undefined
    ? []
    : readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => path.join(entry.parentPath, entry.name));

/** Files that pass every check here; the viewer has to handle them safely. */
const notRefused = [
  'pdf_javascript_on_page.pdf',
  'pdf_password_required_pr6531_1.pdf',
  'jpg_pixel_flood_lottapixel.jpg',
  'dcm_badVR.dcm',
  'dcm_truncated_MR.dcm',
];

describe.skipIf(hostileFolder === undefined)('hostile samples', () => {
  test.each(filesIn(hostileFolder).map((file) => path.basename(file)))('%s', async (name) => {
    const { caller, form } = uploader;
    const content = readFileSync(path.join(hostileFolder ?? '', name));
    const { status, body } = await caller.call(uploadDocuments, { ...form, file: fileOf(content, name) } as never);
    expect(status).toBe(200);
    const isTaken = notRefused.includes(name);
    expect(body).toMatchObject(isTaken ? { wasSuccessful: true } : { message: uploadTexts.problem });
    const [document] = body.wasSuccessful ? body.documents : [];
    const answer = document && (await caller.ok(downloadDocument, { patientDocumentId: document.patientDocumentId }));
    expect((answer as { bytes: Buffer } | undefined)?.bytes).toEqual(isTaken ? content : undefined);
  });
});

describe.skipIf(documentsFolder === undefined)('real documents', () => {
  /** The page counts of `pdfinfo` and `tiffinfo`, from the samples' manifest. */
  const list = sample('MANIFEST.csv');
  const listed = (list === undefined ? '' : readFileSync(list, 'utf8')).split('\n');
  const pagesOf = (name: string) =>
    /\bpages=(\d+)/.exec(listed.find((line) => line.startsWith(`documents/${name},`)) ?? '')?.[1];

  const paged = filesIn(documentsFolder).filter((file) => /\.(?:pdf|tif)$/.test(file));
  test.each(paged)('%s has as many pages as other programs count', async (file) => {
    const { caller, form, patient } = await buildUploader(app);
    const content = readFileSync(file);
    const { documents } = await okUpload(caller, { ...form, file: fileOf(content, path.basename(file)) });
    expect(documents).toHaveLength(1);
    const [document] = (await caller.ok(listCharts, { patientId: patient.patientId })).documents;
    expect(String(document?.documentPageCount)).toBe(pagesOf(path.relative(documentsFolder ?? '', file)));
  });

  const offered = filesIn(documentsFolder).filter((file) => !/\.x?html$/.test(file));
  test.each(offered.map((file) => path.relative(documentsFolder ?? '', file)))('%s', async (name) => {
    const content = readFileSync(path.join(documentsFolder ?? '', name));
    expect(await problemOf(content, path.basename(name))).toBeNull();
  });
});
