import { Readable } from 'node:stream';

import { expect, test } from 'vitest';

import { partOf } from './fileParts.ts';

/** Two chunks of four bytes, then the error storage throws when the digest does not match. */
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
])('a damaged file is never delivered completely: %s', async (_what, range, arrived) => {
  let bytes = '';
  const read = async () => {
    for await (const chunk of partOf(Readable.from(damaged()), range)) bytes += String(chunk);
  };
  await expect(read()).rejects.toThrow('damaged');
  expect(bytes).toBe(arrived);
});

test('destroying the part stops reading the file', async () => {
  const content = Readable.from([Buffer.from('abcd')]);
  partOf(content, { start: 0, end: 1 }).destroy();
  await expect.poll(() => content.destroyed).toBe(true);
});
