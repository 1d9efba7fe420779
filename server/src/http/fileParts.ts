import { Readable } from 'node:stream';

/** The bytes from `start` to `end`, both included. */
export interface ByteRange {
  start: number;
  end: number;
}

/** What a reader holds already, or wants of a file. */
export interface PartHeaders {
  range?: string | undefined;
  'if-range'?: string | string[] | undefined;
  'if-none-match'?: string | undefined;
}

/** Whether the reader has the file already, as RFC 9110 compares: weak tags and `*` count too. */
export function isHeld({ 'if-none-match': held }: PartHeaders, etag: string): boolean {
  return held?.split(',').some((one) => ['*', etag].includes(one.trim().replace(/^W\//, ''))) ?? false;
}

/** The part that is asked for; null for the whole file, also when several parts are asked for or the file has changed. */
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
 * A part of a file. Storage knows only at the end of a file whether it is what was kept, so all of it is read, and the last
 * bytes of the part wait for that: a damaged file never arrives whole.
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
