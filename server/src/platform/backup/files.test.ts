import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { linesOf, writeLines } from './files.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'careloop-test-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function read(name: string): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of linesOf(path.join(folder, name))) lines.push(line);
  return lines;
}

test('reads lines as they were written', async () => {
  const written = await writeLines(path.join(folder, 'lines.gz'), Readable.from(['one\ntw', 'o\nthree\n']));
  expect(written.lineCount).toBe(3);
  expect(await read('lines.gz')).toEqual(['one', 'two', 'three']);
});

test('a missing or truncated file fails only its reader', async () => {
  await expect(read('none.gz')).rejects.toMatchObject({ code: 'ENOENT' });
  await writeFile(path.join(folder, 'cut.gz'), Buffer.from('1f8b0800000000000003', 'hex'));
  await expect(read('cut.gz')).rejects.toMatchObject({ code: 'Z_BUF_ERROR' });
});
