import { isUtf8 } from 'node:buffer';

const newline = 10;
/** A longer line is not held in memory. */
const longestLine = 1_000_000;

const other = new TextDecoder('windows-1252');

/**
 * The bytes of a text as UTF-8. Spreadsheets write Windows-1252: a line that is not UTF-8 is read as that, so no letter is
 * lost. A text with the byte order mark of UTF-16 stays as it is.
 */
export async function* asUtf8(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest = Buffer.alloc(0);
  let isWide: boolean | undefined;
  for await (const chunk of chunks) {
    const bytes = Buffer.concat([rest, chunk]);
    isWide ??= ['fffe', 'feff'].includes(bytes.toString('hex', 0, 2));
    const isHeld = !isWide && bytes.length < longestLine;
    const end = isHeld || bytes.includes(newline) ? bytes.lastIndexOf(newline) + 1 : bytes.length;
    rest = bytes.subarray(isWide ? bytes.length : end);
    yield isWide ? bytes : converted(bytes.subarray(0, end));
  }
  yield converted(rest);
}

function converted(lines: Buffer): Buffer {
  if (isUtf8(lines)) return lines;
  const parts: Buffer[] = [];
  for (let start = 0; start < lines.length;) {
    const end = lines.indexOf(newline, start) + 1 || lines.length;
    const line = lines.subarray(start, end);
    parts.push(isUtf8(line) ? line : Buffer.from(other.decode(line)));
    start = end;
  }
  return Buffer.concat(parts);
}
