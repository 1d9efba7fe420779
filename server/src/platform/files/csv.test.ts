import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { readCsv } from './csv.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'csv-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function namesIn(content: Buffer): Promise<(string | null)[]> {
  const file = path.join(folder, 'names.csv');
  await writeFile(file, content);
  const names: (string | null)[] = [];
  for await (const { field } of readCsv(file)) names.push(field('name'));
  return names;
}

// Long enough for several chunks, of which some end within a line and within a letter.
const many = Array.from({ length: 20_000 }, (_, index) => `Zoë ${index}`);
const text = ['name', ...many, 'Peña'].join('\r\n');

test.each<[encoding: string, content: Buffer]>([
  ['UTF-8', Buffer.from(text)],
  ['UTF-8 with a byte order mark', Buffer.from(`\uFEFF${text}`)],
  ['Windows-1252', Buffer.from(text, 'latin1')],
  ['UTF-16', Buffer.from(`\uFEFF${text}`, 'utf16le')],
])('a file in %s is read without losing a letter', async (_encoding, content) => {
  expect(await namesIn(content)).toEqual([...many, 'Peña']);
});

test('lines of a file may be in both encodings', async () => {
  expect(await namesIn(Buffer.concat([Buffer.from('name\nŁucja\n'), Buffer.from('Peña\n', 'latin1')]))).toEqual([
    'Łucja',
    'Peña',
  ]);
});
