import { expect, test } from 'vitest';

import { splitLines } from './lines.ts';

async function* inPieces(text: string, size: number): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text);
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

test('lines do not depend on how the bytes are chunked', async () => {
  const text = 'first\n\nthird is much too long for the limit\nfourth\nlást';
  for (let size = 1; size <= 70; size += 1) {
    const lines: (string | undefined)[] = [];
    for await (const line of splitLines(inPieces(text, size), 10)) {
      expect(line.number).toBe(lines.length + 1);
      lines.push(line.bytes?.toString());
    }
    expect(lines).toEqual(['first', '', undefined, 'fourth', 'lást']);
  }
});
