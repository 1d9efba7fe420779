import { Readable } from 'node:stream';

import { expect, test } from 'vitest';

import { partOf } from './fileParts.ts';

/** Four bytes at a time, and an error where what was read turns out to be damaged. */
async function* damaged() {
  yield Buffer.from('abcd');
  yield Buffer.from('efgh');
  await Promise.resolve();
  throw new Error('damaged');
}

test.each([
  ['the whole file', { start: 0, end: 7 }, 'abcd'],
  ['its beginning', { start: 0, end: 1 }, ''],
  ['its end', { start: 6, end: 7 }, ''],
])('of a damaged file, %s does not arrive whole', async (_what, range, arrived) => {
  let bytes = '';
  const read = async () => {
    for await (const chunk of partOf(Readable.from(damaged()), range)) bytes += String(chunk);
  };
  await expect(read()).rejects.toThrow('damaged');
  expect(bytes).toBe(arrived);
});

test('who hangs up ends the reading of the file', async () => {
  const content = Readable.from([Buffer.from('abcd')]);
  partOf(content, { start: 0, end: 1 }).destroy();
  await expect.poll(() => content.destroyed).toBe(true);
});
