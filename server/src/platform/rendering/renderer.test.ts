import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { crc32, deflateSync } from 'node:zlib';

import { degrees, PDFDocument } from '@cantoo/pdf-lib';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { dicomOf } from '../../../test/dicoms.ts';
import { pdfOf } from '../../../test/pdfs.ts';
import type { RecordLayout, RenderKind } from './messages.ts';
import { createRenderer } from './renderer.ts';
import type { DocumentRenderer } from './renderer.ts';

let folder: string;
let renderer: DocumentRenderer;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'careloop-rendering-'));
  renderer = createRenderer({ processes: 1 });
});
afterAll(async () => {
  await renderer.close();
  await rm(folder, { recursive: true });
});

let files = 0;
async function fileOf(content: string | Uint8Array, kind: RenderKind) {
  const key = String((files += 1));
  const file = path.join(folder, key);
  await writeFile(file, content);
  return { key, path: file, kind };
}

function chunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, checksum]);
}

/** A valid PNG with these dimensions. */
function pngOf(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 1;
  const data = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * Math.min(height, 2000)));
  const parts = [chunk('IHDR', header), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...parts]);
}

const inspect = async (content: string | Uint8Array, kind: RenderKind) => {
  const answer = await renderer.ask('inspect', await fileOf(content, kind), {}).catch((error: unknown) => error);
  return answer instanceof Error ? answer : (answer as { pageSizes: unknown[] }).pageSizes;
};

/** A JPEG of 8 by 8 pixels with 12 bits for each color: its header, and a block of medium brightness for each color. */
function twelveBitJpeg(colors: 1 | 3 = 1): Buffer {
  const segment = (marker: number, ...bytes: number[]) => [0xff, marker, 0, bytes.length + 2, ...bytes];
  const huffman = (table: number, symbol: number) =>
    segment(0xc4, table, 1, ...Array.from({ length: 15 }, () => 0), symbol);
  const numbers = Array.from({ length: colors }, (_none, index) => index + 1);
  return Buffer.from([
    0xff,
    0xd8,
    ...segment(0xdb, 0, ...Array.from({ length: 64 }, () => 1)),
    ...segment(0xc1, 12, 0, 8, 0, 8, colors, ...numbers.flatMap((number) => [number, 0x11, 0])),
    ...huffman(0x00, 0),
    ...huffman(0x10, 0),
    ...segment(0xda, colors, ...numbers.flatMap((number) => [number, 0]), 0, 63, 0),
    0x3f,
    0xff,
    0xd9,
  ]);
}

test.each<[string, RenderKind, () => string | Buffer | Promise<Buffer>, string]>([
  ['a picture of 900 megapixels', 'image', () => pngOf(30_000, 30_000), 'too_large'],
  ['a drawing', 'image', () => '<svg xmlns="http://www.w3.org/2000/svg"/>', 'damaged'],
  ['a JPEG with 12 bits for each of three colors', 'image', () => twelveBitJpeg(3), 'twelve_bits'],
  ['a PNG cut short', 'image', async () => (await scan()).subarray(0, 60), 'damaged'],
  ['a PDF without pages', 'pdf', () => '%PDF-1.4\ntrailer\n<</Root 1 0 R>>\n%%EOF\n', 'damaged'],
  ['no DICOM', 'dicom', () => Buffer.alloc(400), 'damaged'],
  ['DICOM cut short', 'dicom', () => dicomOf().subarray(0, -40), 'damaged'],
  ['nothing', 'pdf', () => '', 'damaged'],
])('%s is refused, and the next file is read', async (_, kind, content, problem) => {
  expect(await inspect(await content(), kind)).toMatchObject({ problem });
  expect(await inspect(pdfOf('one', 'two'), 'pdf')).toHaveLength(2);
});

test('a gray JPEG with 12 bits is drawn', async () => {
  expect(await inspect(twelveBitJpeg(), 'image')).toEqual([[8, 8]]);
  const file = await fileOf(twelveBitJpeg(), 'image');
  const drawn = await renderer.ask('page', file, { page: 1, width: 8 });
  const { data, info } = await sharp(drawn as Uint8Array)
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect([info.width, info.height]).toEqual([8, 8]);
  expect(data.every((value) => Math.abs(value - 128) <= 2)).toBe(true);
});

test('each frame of a CT is drawn, and a frame that the file lacks is not shown as black', async () => {
  expect(await inspect(dicomOf({ frames: 2 }), 'dicom')).toHaveLength(2);
  const pageOf = async (file: Buffer, page: number) =>
    await renderer.ask('page', await fileOf(file, 'dicom'), { page, width: 16 }).catch((error: unknown) => error);
  const [first, second] = [await pageOf(dicomOf({ frames: 2 }), 1), await pageOf(dicomOf({ frames: 2 }), 2)];
  expect(second).toEqual(first);
  const short = dicomOf({ frames: 2, held: 1 });
  expect(await pageOf(short, 1)).toEqual(first);
  expect(await pageOf(short, 2)).toMatchObject({ problem: 'damaged' });
});

const scan = () =>
  sharp({ create: { width: 300, height: 400, channels: 3, background: '#fff' } })
    .png()
    .toBuffer();

test('the pages of a TIFF are counted, and the EXIF orientation of a photo is applied', async () => {
  const pages = await Promise.all([scan(), scan(), scan()]);
  const tiff = await sharp(pages, { join: { animated: true } })
    .tiff({ compression: 'lzw' })
    .toBuffer();
  expect(await inspect(tiff, 'image')).toHaveLength(3);
  const sideways = await sharp(await scan())
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  expect(await inspect(sideways, 'image')).toEqual([[400, 300]]);
});

test('a call that takes too long or crashes its process does not affect others', async () => {
  const program = path.join(folder, 'slow.mjs');
  await writeFile(
    program,
    `process.on('message', ({ id, action }) => {
      if (action === 'text') process.exit(3);
      if (action === 'words') for (;;);
      if (action === 'inspect') process.send({ id, output: { pageSizes: [], hasText: false } });
    });`,
  );
  const limits = { callMs: 3_000, processorMs: 300 };
  const slow = createRenderer({ processes: 1, ...limits, program: new URL(`file://${program}`) });
  const file = await fileOf('', 'pdf');
  // It gets no processor time, so the machine may be too busy for it.
  await expect(slow.ask('html', file, {})).rejects.toMatchObject({ problem: 'busy' });
  await expect(slow.ask('words', file, { page: 1 })).rejects.toMatchObject({ problem: 'too_slow' });
  await expect(slow.ask('text', file, {})).rejects.toMatchObject({ problem: 'crashed' });
  expect(await slow.ask('inspect', file, {})).toEqual({ pageSizes: [], hasText: false });
  await slow.close();
});

test('an aborted call is not rendered', async () => {
  const file = await fileOf(pdfOf('one'), 'pdf');
  const gone = new AbortController();
  const first = renderer.ask('page', file, { page: 1, width: 400 });
  const second = renderer.ask('page', file, { page: 1, width: 3200 }, { signal: gone.signal });
  gone.abort();
  await expect(second).rejects.toMatchObject({ problem: 'busy' });
  expect((await first).byteLength).toBeGreaterThan(500);
});

/** A page whose shown area begins at 50, 60 and has "Corner" in each of its corners. */
async function corneredPdf(width: number, height: number, angle: number): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  const page = pdf.addPage([width + 100, height + 120]);
  page.setCropBox(50, 60, width, height);
  page.setRotation(degrees(angle));
  const size = Math.min(width, height) / 40;
  for (const x of [51, 49 + width - 4 * size]) {
    for (const y of [60 + size / 3, 60 + height - size]) page.drawText('Corner', { x, y, size });
  }
  return await pdf.save();
}

const head = { title: 'Sleep study', about: 'Neurology · 11/2/26', place: 'Document 1 of 1' };

/** The pages of the record of this file, in Letter size. */
async function recordPages(content: Uint8Array, how: Pick<RecordLayout, 'isCondensed' | 'hasHeads'>) {
  const layout = { footer: 'Okafor', isLetter: true, ...how };
  const letter = { title: 'Fax', facts: [], paragraphs: [] };
  const parts = [
    { letter, footer: 'Okafor' },
    { head, footer: 'Okafor', file: await fileOf(content, 'pdf') },
  ];
  const { pdf } = await renderer.ask('record', { key: '', path: '', kind: 'pdf' }, { parts, layout });
  const file = await fileOf(pdf, 'pdf');
  const { pageSizes } = await renderer.ask('inspect', file, {});
  return { pageSizes, lines: await renderer.ask('words', file, { page: 2 }) };
}

const portrait = [612, 792];
const landscape = [792, 612];

test.each([
  ['a Letter page', 612, 792, 0, portrait],
  ['a page turned to landscape', 612, 792, 90, landscape],
  ['a landscape page', 792, 612, 0, landscape],
  ['a landscape page turned to portrait', 792, 612, 270, portrait],
  ['an A4 page upside down', 595, 842, 180, portrait],
  ['a large scan', 2000, 1000, 0, landscape],
  ['a poster', 7_200, 10_800, 0, portrait],
  ['an ECG strip', 2_000, 200, 0, landscape],
  ['a card', 200, 120, 90, portrait],
])(
  'head and footer of a record cover nothing of %s, and all pages have Letter size',
  async (_, width, height, angle, size) => {
    const content = await corneredPdf(width, height, angle);
    for (const how of [{}, { isCondensed: true }, { hasHeads: true }]) {
      const { pageSizes, lines } = await recordPages(content, how);
      expect(pageSizes).toEqual([portrait, 'isCondensed' in how ? landscape : size]);
      const words = lines.flat().map(({ text, ...box }) => ({ text: text.trim(), ...box }));
      const firstCorner = words.findIndex(({ text }) => text === 'Corner');
      const corners = words.slice(firstCorner, firstCorner + 4);
      expect(corners.map(({ text }) => text)).toEqual(['Corner', 'Corner', 'Corner', 'Corner']);
      const rest = words.slice(firstCorner + 4);
      const headWords = 'hasHeads' in how ? rest.slice(0, -5) : [];
      const said = headWords.map(({ text }) => text).join(' ');
      expect(said).toBe('hasHeads' in how ? 'Sleep study Document 1 of 1 Neurology · 11/2/26' : '');
      const start = Math.min(...corners.map(({ top }) => top));
      for (const { top, height: high } of headWords) expect(top + high).toBeLessThan(start);
      const footers = rest.slice(headWords.length);
      expect(footers.map(({ text }) => text).join(' ')).toBe('Okafor Page 2 of 2');
      const end = Math.max(...corners.map(({ top, height: high }) => top + high));
      const [footerTop, footerEnd] = [
        Math.min(...footers.map(({ top }) => top)),
        Math.max(...footers.map(({ top, height: high }) => top + high)),
      ];
      expect(end).toBeLessThan(footerTop);
      expect(footerEnd).toBeLessThan(1);
      for (const { left, top, width: wide } of words) {
        expect(Math.min(left, top)).toBeGreaterThanOrEqual(0);
        expect(left + wide).toBeLessThanOrEqual(1);
      }
    }
  },
);

test.each([
  ['a long name', 'Okafor '.repeat(40)],
  ['a name in Hebrew', 'כהן, דוד · MRN 123'],
])('the page number is beside the footer with %s', async (_, footer) => {
  const letter = { title: 'Record', facts: [], paragraphs: [] };
  const parts = [
    { letter, footer },
    { head, footer, file: await fileOf(await corneredPdf(612, 792, 0), 'pdf') },
  ];
  const layout = { footer };
  const { pdf } = await renderer.ask('record', { key: '', path: '', kind: 'pdf' }, { parts, layout });
  const file = await fileOf(pdf, 'pdf');
  for (const page of [1, 2]) {
    const words = (await renderer.ask('words', file, { page })).flat();
    const number = words.findIndex(({ text }) => text.trim() === 'Page');
    const { left, top } = words[number] ?? { left: 0, top: 0 };
    const footers = words.slice(0, number).filter((word) => Math.abs(word.top - top) < 0.01);
    expect(footers.length).toBeGreaterThan(1);
    // The last word includes the space up to the number.
    for (const word of footers) expect(word.left + word.width).toBeLessThan(left + 0.001);
  }
});

test('filled fields and stamps of a document are part of its record, also with two pages per sheet', async () => {
  const pdf = await PDFDocument.create();
  const page = pdf.addPage();
  page.drawText('Body', { x: 72, y: 700 });
  const field = pdf.getForm().createTextField('dose');
  field.setText('Lisinopril');
  field.addToPage(page, { x: 72, y: 600, width: 300, height: 30 });
  const Font = { F1: (await pdf.embedFont('Helvetica')).ref };
  const form = { Subtype: 'Form', BBox: [0, 0, 100, 10], Resources: { Font } };
  const stamp = pdf.context.register(pdf.context.stream('BT /F1 9 Tf (Signed) Tj ET', form));
  const annotation = { Subtype: 'Stamp', Rect: [72, 500, 272, 520], AP: { N: stamp } };
  page.node.addAnnot(pdf.context.register(pdf.context.obj(annotation)));
  const hidden = { ...annotation, F: 2, Rect: [72, 400, 272, 420] };
  page.node.addAnnot(pdf.context.register(pdf.context.obj(hidden)));
  const content = await pdf.save();
  for (const isCondensed of [false, true]) {
    const { lines } = await recordPages(content, { isCondensed });
    const words = lines.map((line) => line.map(({ text }) => text).join(''));
    expect(words.slice(0, 3)).toEqual(['Body', 'Lisinopril', 'Signed']);
    expect(words.slice(3).join(' ')).toMatch(/^Okafor\s+Page 2 of 2$/);
  }
});

test('two pages of text on a sheet share its footer', async () => {
  const letter = { letter: { title: 'Fax', facts: [], paragraphs: [] }, footer: 'Okafor' };
  const texts = ['One', 'Two'].map((text) => ({ head, footer: 'Okafor', text }));
  const parts = [letter, ...texts, { head, footer: 'Okafor', reason: 'Locked' }];
  const layout = { footer: 'Okafor', isLetter: true, hasHeads: true, isCondensed: true };
  const { pdf } = await renderer.ask('record', { key: '', path: '', kind: 'pdf' }, { parts, layout });
  const file = await fileOf(pdf, 'pdf');
  for (const page of [1, 2, 3]) {
    const lines = await renderer.ask('words', file, { page });
    const words = lines.flat().map(({ text }) => text.trim());
    expect(words.filter((word) => word === 'Okafor')).toHaveLength(1);
    expect(words.filter((word) => word === 'Page')).toHaveLength(1);
  }
});

test('a PDF protected against changes only is drawn into its record; one with a password is named', async () => {
  const parts = await Promise.all(
    ['', 'secret'].map(async (userPassword) => {
      const pdf = await PDFDocument.create();
      pdf.addPage().drawText('Body', { size: 200 });
      pdf.encrypt({ userPassword, ownerPassword: 'owner' });
      const file = await fileOf(await pdf.save(), 'pdf');
      return { head: { ...head, title: `Opens with "${userPassword}"` }, footer: 'Okafor', file };
    }),
  );
  const { pdf, leftOut } = await renderer.ask('record', { key: '', path: '', kind: 'pdf' }, { parts });
  expect(leftOut).toEqual(['Opens with "secret"']);
  const file = await fileOf(pdf, 'pdf');
  const drawn = (await renderer.ask('page', file, { page: 1, width: 300 })) as Uint8Array;
  expect((await sharp(drawn).stats()).channels[0]?.min).toBeLessThan(50);
  expect((await renderer.ask('text', file, {}))[1]).toContain('locked with a password');
});

test('a page shows what was filled into its fields', async () => {
  const darkest = async (text: string) => {
    const pdf = await PDFDocument.create();
    const page = pdf.addPage();
    const field = pdf.getForm().createTextField('dose');
    field.setText(text);
    field.addToPage(page, { x: 72, y: 600, width: 300, height: 30, borderWidth: 0 });
    const file = await fileOf(await pdf.save(), 'pdf');
    const picture = (await renderer.ask('page', file, { page: 1, width: 612 })) as Uint8Array;
    const { channels } = await sharp(picture).stats();
    return Math.min(...channels.slice(0, 3).map(({ min }) => min));
  };
  expect(await darkest('')).toBeGreaterThan(200);
  expect(await darkest('Lisinopril')).toBeLessThan(50);
});

test('calls that read a whole file get it, although the process has it open', async () => {
  const held = Buffer.from('<p>Aspirin</p>').toString('base64');
  const file = await fileOf(
    `<ClinicalDocument xmlns="urn:hl7-org:v3"><component><nonXMLBody>
      <text mediaType="text/html" representation="B64">${held}</text></nonXMLBody></component></ClinicalDocument>`,
    'clinical',
  );
  expect(await renderer.ask('html', file, {})).toBe('<p>Aspirin</p>');
  const embedded = await renderer.ask('embedded', file, {});
  expect(embedded.map((bytes) => Buffer.from(bytes).toString())).toEqual(['<p>Aspirin</p>']);
  const narrative = await renderer.ask('narrative', file, { contentType: 'text/xml', heldFile: '<p>Held</p>' });
  expect(narrative).toContain('<p>Held</p>');
  // It still has the file open.
  expect(await renderer.ask('html', file, {})).toBe('<p>Aspirin</p>');
});
