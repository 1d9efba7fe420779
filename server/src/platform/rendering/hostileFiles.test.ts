import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { dicomOf } from '../../../test/dicoms.ts';
import { hostilePdfs } from '../../../test/hostilePdfs.ts';
import { pdfOf } from '../../../test/pdfs.ts';
import type { RenderAction, RenderKind } from './messages.ts';
import { createRenderer } from './renderer.ts';
import type { DocumentRenderer } from './renderer.ts';

let folder: string;
let renderer: DocumentRenderer;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'careloop-hostile-'));
  renderer = createRenderer({ processes: 1, processorMs: 1_000 });
});
afterAll(async () => {
  await renderer.close();
  await rm(folder, { recursive: true });
});

let files = 0;
async function ask(action: RenderAction, content: string | Uint8Array, kind: RenderKind, input: object) {
  const key = String((files += 1));
  const file = path.join(folder, key);
  await writeFile(file, content);
  try {
    await renderer.ask(action, { key, path: file, kind }, input as never);
    return 'shown';
  } catch (error) {
    return (error as { problem?: string }).problem;
  } finally {
    await rm(file);
  }
}

test.each(Object.entries(hostilePdfs))('%s stops nothing', async (_name, make) => {
  const content = make();
  expect(content.byteLength).toBeLessThan(100_000);
  const outcomes: unknown[] = [];
  for (const [action, input] of [
    ['inspect', {}],
    ['page', { page: 1, width: 1600 }],
    ['find', { term: 'none', limit: 5 }],
  ] as const) {
    outcomes.push(await ask(action, content, 'pdf', input));
  }
  for (const outcome of outcomes) expect(['shown', 'too_large', 'too_slow']).toContain(outcome);
  expect(await ask('page', pdfOf('Aspirin'), 'pdf', { page: 1, width: 400 })).toBe('shown');
});

test.each([
  'a picture of 900 megapixels, deflated twice',
  'a huge picture behind a form',
  'a huge picture in a stamp',
  'a JPEG 2000 picture that claims 60,000 pixels a side',
  'a JBIG2 picture of 60,000 pixels a side',
  'a fax picture of 60,000 pixels a side',
  'a run-length picture of 30,000 pixels a side',
  'a hundred pictures of 100 megapixels',
])('%s is refused before anything of it is decoded', async (name) => {
  expect(await ask('page', hostilePdfs[name]?.() ?? '', 'pdf', { page: 1, width: 1600 })).toBe('too_large');
});

/** A TIFF of as many pages, each a white pixel. */
function tiffOf(pages: number): Buffer {
  const entries = [
    [256, 1],
    [257, 1],
    [258, 8],
    [259, 1],
    [262, 1],
    [273, 4],
    [278, 1],
    [279, 1],
  ];
  const length = 2 + entries.length * 12 + 4;
  const bytes = Buffer.alloc(8 + pages * length, 0);
  bytes.write('49492a0008000000', 0, 'hex');
  for (let page = 0; page < pages; page += 1) {
    const at = 8 + page * length;
    bytes.writeUInt16LE(entries.length, at);
    for (const [index, [tag = 0, value = 0]] of entries.entries()) {
      bytes.writeUInt16LE(tag, at + 2 + index * 12);
      bytes.writeUInt16LE(4, at + 4 + index * 12);
      bytes.writeUInt32LE(1, at + 6 + index * 12);
      bytes.writeUInt32LE(value, at + 10 + index * 12);
    }
    bytes.writeUInt32LE(page === pages - 1 ? 0 : at + length, at + length - 4);
  }
  return bytes;
}

/** The same picture with other dimensions in its header. */
async function jpegClaiming(side: number): Promise<Buffer> {
  const bytes = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#fff' } })
    .jpeg()
    .toBuffer();
  const at = bytes.indexOf(Buffer.from('ffc0', 'hex'));
  bytes.writeUInt16BE(side, at + 5);
  bytes.writeUInt16BE(side, at + 7);
  return bytes;
}

/** A DICOM file whose rows and columns are as many, with the pixels of a small one. */
function dicomClaiming(side: number): Buffer {
  const bytes = dicomOf();
  for (const tag of ['28001000', '28001100']) {
    const at = bytes.indexOf(Buffer.from(tag, 'hex'));
    bytes.writeUInt16LE(side, at + 8);
  }
  return bytes;
}

const image = { page: 1, width: 1600 };
test.each<[string, RenderKind, RenderAction, object, () => string | Uint8Array | Promise<Uint8Array>, string[]]>([
  ['a TIFF of 5,000 pages', 'image', 'inspect', {}, () => tiffOf(5_000), ['shown', 'too_slow']],
  ['a TIFF of 100,000 pages', 'image', 'inspect', {}, () => tiffOf(100_000), ['too_large', 'too_slow', 'damaged']],
  ['a JPEG that claims 65,000 pixels a side', 'image', 'page', image, () => jpegClaiming(65_000), ['too_large']],
  ['a DICOM file that claims 65,000 pixels a side', 'dicom', 'page', image, () => dicomClaiming(65_000), ['too_large']],
  [
    'RTF nested a million deep',
    'rtf',
    'html',
    {},
    () => `{\\rtf1 ${'{'.repeat(1e6)}a`,
    ['shown', 'damaged', 'too_slow'],
  ],
  [
    'a clinical document nested a million deep',
    'clinical',
    'narrative',
    { contentType: 'text/xml', heldFile: '' },
    () => `<ClinicalDocument xmlns="urn:hl7-org:v3">${'<a>'.repeat(1e6)}`,
    ['damaged', 'too_large', 'too_slow', 'crashed'],
  ],
  [
    'XML with entities that expand',
    'clinical',
    'embedded',
    {},
    () =>
      `<!DOCTYPE a [<!ENTITY b "${'x'.repeat(1000)}"><!ENTITY c "${'&b;'.repeat(1000)}">]><a>${'&c;'.repeat(1000)}</a>`,
    ['shown'],
  ],
])('%s stops nothing', async (_name, kind, action, input, make, outcomes) => {
  expect(outcomes).toContain(await ask(action, await make(), kind, input));
  expect(await ask('page', pdfOf('Aspirin'), 'pdf', { page: 1, width: 400 })).toBe('shown');
});
