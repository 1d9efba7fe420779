export interface Line {
  /** Line number, starting at 1. */
  number: number;
  /** Undefined for a line longer than the limit, whose bytes were not kept. */
  bytes: Buffer | undefined;
}

const NEWLINE = 0x0a;

/**
 * Splits bytes into lines, holding at most one in memory. A line over the limit is yielded without its bytes as soon as it
 * exceeds the limit, and the rest of it is skipped.
 */
export async function* splitLines(
  chunks: AsyncIterable<Buffer>,
  maxBytes: number,
  firstNumber = 1,
): AsyncGenerator<Line> {
  let parts: Buffer[] = [];
  let length = 0;
  let number = firstNumber;
  let isTooLong = false;
  for await (const chunk of chunks) {
    let start = 0;
    while (start < chunk.length) {
      const newline = chunk.indexOf(NEWLINE, start);
      const end = newline === -1 ? chunk.length : newline;
      length += end - start;
      if (!isTooLong) parts.push(chunk.subarray(start, end));
      if (length > maxBytes && !isTooLong) {
        isTooLong = true;
        parts = [];
        yield { number, bytes: undefined };
      }
      start = end + 1;
      if (newline === -1) break;
      if (!isTooLong) yield { number, bytes: joined(parts) };
      parts = [];
      length = 0;
      number += 1;
      isTooLong = false;
    }
  }
  if (parts.length > 0) yield { number, bytes: joined(parts) };
}

function joined(parts: Buffer[]): Buffer {
  return parts.length === 1 && parts[0] !== undefined ? parts[0] : Buffer.concat(parts);
}
