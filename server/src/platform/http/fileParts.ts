import { Readable } from 'node:stream';

/** Byte range, both ends inclusive. */
export interface ByteRange {
  start: number;
  end: number;
}

/** Request headers for conditional and range requests. */
export interface PartHeaders {
  range?: string | undefined;
  'if-range'?: string | string[] | undefined;
  'if-none-match'?: string | undefined;
}

/** Whether the client already has this version. Weak comparison as in RFC 9110: weak tags and `*` match too. */
export function isHeld({ 'if-none-match': held }: PartHeaders, etag: string): boolean {
  return held?.split(',').some((one) => ['*', etag].includes(one.trim().replace(/^W\//, ''))) ?? false;
}

/** The requested range. Null means the whole file, also if several ranges are requested or the file has changed. */
export function wantedRange(headers: PartHeaders, etag: string, size: number): ByteRange | 'unsatisfiable' | null {
  const { range, 'if-range': ifRange } = headers;
  const [, from, to] = /^bytes=(\d*)-(\d*)$/.exec(range?.trim() ?? '') ?? [];
  if (from === undefined || to === undefined || (from === '' && to === '')) return null;
  if (ifRange !== undefined && ifRange !== etag) return null;
  if (from === '')
    return Number(to) === 0 || size === 0 ? 'unsatisfiable' : { start: Math.max(0, size - Number(to)), end: size - 1 };
  const start = Number(from);
  const end = to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (to !== '' && Number(to) < start) return null;
  return start >= size ? 'unsatisfiable' : { start, end };
}

/**
 * Streams a part of a file. Storage verifies the digest only at the end of a file, so the whole file is read, and the
 * part's last chunk is held back until then: a damaged file is never delivered completely.
 */
export function partOf(content: Readable, range: ByteRange): Readable {
  const part = Readable.from(bytesOf(content, range), { objectMode: false });
  return part.once('close', () => content.destroy());
}

async function* bytesOf(content: Readable, { start, end }: ByteRange): AsyncGenerator<Buffer> {
  let position = 0;
  let held: Buffer | undefined;
  for await (const chunk of content as AsyncIterable<Buffer>) {
    const bytes = chunk.subarray(Math.max(0, start - position), Math.max(0, end + 1 - position));
    position += chunk.byteLength;
    if (bytes.byteLength === 0) continue;
    if (held !== undefined) yield held;
    held = bytes;
  }
  if (held !== undefined) yield held;
}
