import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';

import { asUtf8 } from './utf8.ts';

interface Line {
  text: string;
  number: number;
  /** The file ends within the line. */
  isCut: boolean;
}

/** The lines of a text file, plain or gzip. */
export async function* readLines(file: string): AsyncGenerator<Line> {
  const bytes = createReadStream(file);
  const unpacked = file.endsWith('.gz') ? bytes.pipe(createGunzip()) : bytes;
  if (unpacked !== bytes) bytes.on('error', (error) => unpacked.destroy(error));
  const decoder = new TextDecoder();
  let rest = '';
  let number = 0;
  for await (const chunk of asUtf8(unpacked)) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split(/\r?\n/);
    rest = lines.pop() ?? '';
    for (const text of lines) yield { text, number: ++number, isCut: false };
  }
  if (rest.trim() !== '') yield { text: rest, number: number + 1, isCut: true };
}
