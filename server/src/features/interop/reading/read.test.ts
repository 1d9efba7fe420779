import { gzipSync } from 'node:zlib';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { FileFolder } from '../../../../test/fhirFiles.ts';
import { defaultLimits } from '../../../platform/files/limits.ts';
import { readItems } from './read.ts';

import type { Limits } from '../../../platform/files/limits.ts';

let folder: FileFolder;
beforeAll(async () => {
  folder = await FileFolder.create();
});
afterAll(() => folder.remove());

/** The JSON values of a file; a problem is represented by its text. */
async function read(content: string | Buffer, name?: string, limits: Partial<Limits> = {}): Promise<unknown[]> {
  const path = await folder.write(content, name);
  const values: unknown[] = [];
  for await (const item of readItems(path, { ...defaultLimits, ...limits })) {
    values.push('json' in item ? [item.line, item.json] : [item.line, item.problem]);
  }
  return values;
}

describe('a file', () => {
  test('is one document regardless of formatting and compression', async () => {
    const value = { resourceType: 'Patient', id: 'a', name: [{ family: 'Añb "\\" {[' }] };
    const pretty = JSON.stringify(value, null, 2);
    expect(await read(pretty)).toEqual([[null, value]]);
    expect(await read(`\ufeff\n\n${pretty}\n\n`)).toEqual([[null, value]]);
    expect(await read(gzipSync(pretty))).toEqual([[null, value]]);
    expect(await read(JSON.stringify(value))).toEqual([[1, value]]);
  });

  test('with several gzip members is read to the end', async () => {
    const parts = Buffer.concat([gzipSync('{"a":\n'), gzipSync('1}')]);
    expect(await read(parts)).toEqual([[null, { a: 1 }]]);
  });

  test('is NDJSON if its first line is a value, with any line endings', async () => {
    expect(await read('{"a":1}\r\n\r\n{"a":2}\n  \n{"a":3}')).toEqual([
      [1, { a: 1 }],
      [3, { a: 2 }],
      [5, { a: 3 }],
    ]);
    expect(await read('\ufeff{"a":1}\n{"a":', 'cut.json')).toEqual([
      [1, { a: 1 }],
      [2, 'is not JSON: it ends too early'],
    ]);
  });

  test('is NDJSON if its name says so, even if its first line is broken or too long', async () => {
    expect(await read('{oops\n{"a":2}\n', 'a.ndjson')).toEqual([
      [1, 'is not JSON: wrong at character 1'],
      [2, { a: 2 }],
    ]);
    const long = `{"a":"${'x'.repeat(300_000)}"}\n{"a":2}\n`;
    expect(await read(long, 'b.ndjson', { documentBytes: 1000 })).toEqual([
      [1, 'is larger than 1000 bytes, the most one document may have'],
      [2, { a: 2 }],
    ]);
    await expect(read(long, 'b.json', { documentBytes: 1000 })).rejects.toThrow('is larger than 1000 bytes');
  });

  test('that is truncated anywhere is never accepted as complete', async () => {
    const whole = gzipSync(JSON.stringify({ resourceType: 'Patient', id: 'cut', active: true }, null, 2));
    for (let length = 0; length < whole.length; length += 7) {
      await expect(read(whole.subarray(0, length))).rejects.toThrow(/^is |^holds /);
    }
  });
});
