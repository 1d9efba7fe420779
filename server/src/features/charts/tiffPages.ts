import type { ReceivedDocument } from '../../storage/storage.ts';

/** No fax has more; a chain that goes on longer is one that never ends. */
const mostPages = 5_000;

interface Layout {
  isLittle: boolean;
  /** Bytes of an offset, of a count of entries, and of an entry: those of BigTIFF are longer. */
  offset: 4 | 8;
  count: 2 | 8;
  entry: 12 | 20;
}

/**
 * How many pages a TIFF has, by the chain of its directories. Null when the chain leads out of the file or back into itself:
 * whoever followed it would never come to an end.
 */
export async function countTiffPages(content: ReceivedDocument): Promise<number | null> {
  const header = await content.read(0, 16);
  const layout = layoutOf(header);
  if (layout === null) return null;
  const seen = new Set<number>();
  let position = numberAt(header, layout.offset === 4 ? 4 : 8, layout.offset, layout);
  while (position !== 0) {
    // Those of BigTIFF may be larger than any place in any file.
    if (!(position < content.byteCount) || seen.has(position) || seen.size === mostPages) return null;
    seen.add(position);
    const count = numberAt(await content.read(position, layout.count), 0, layout.count, layout);
    // The directory and the offset behind it lie in the file, or they are none.
    const next = position + layout.count + count * layout.entry;
    if (!(count > 0 && next + layout.offset <= content.byteCount)) return null;
    position = numberAt(await content.read(next, layout.offset), 0, layout.offset, layout);
  }
  return seen.size === 0 ? null : seen.size;
}

function layoutOf(header: Buffer): Layout | null {
  if (header.length < 16) return null;
  const isLittle = header.toString('latin1', 0, 2) === 'II';
  const version = isLittle ? header.readUInt16LE(2) : header.readUInt16BE(2);
  if (version === 42) return { isLittle, offset: 4, count: 2, entry: 12 };
  return version === 43 ? { isLittle, offset: 8, count: 8, entry: 20 } : null;
}

/** NaN past the end, which is no count and no place. */
function numberAt(bytes: Buffer, at: number, length: 2 | 4 | 8, { isLittle }: Layout): number {
  if (bytes.length < at + length) return Number.NaN;
  if (length === 8) return Number(isLittle ? bytes.readBigUInt64LE(at) : bytes.readBigUInt64BE(at));
  return isLittle ? bytes.readUIntLE(at, length) : bytes.readUIntBE(at, length);
}
