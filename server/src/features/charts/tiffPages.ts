import type { ReceivedDocument } from '../../platform/storage/storage.ts';

/** No fax has more pages; a longer chain is treated as endless. */
const mostPages = 5_000;

interface Layout {
  isLittle: boolean;
  /** Sizes in bytes of an offset, an entry count and an entry; BigTIFF uses larger ones. */
  offset: 4 | 8;
  count: 2 | 8;
  entry: 12 | 20;
}

/**
 * Counts the pages of a TIFF by following the chain of its directories. Null if the chain leaves the file or loops, which would
 * make a reader run forever.
 */
export async function countTiffPages(content: ReceivedDocument): Promise<number | null> {
  const header = await content.read(0, 16);
  const layout = layoutOf(header);
  if (layout === null) return null;
  const seen = new Set<number>();
  let position = numberAt(header, layout.offset === 4 ? 4 : 8, layout.offset, layout);
  while (position !== 0) {
    // BigTIFF offsets can exceed the size of any file.
    if (!(position < content.byteCount) || seen.has(position) || seen.size === mostPages) return null;
    seen.add(position);
    const count = numberAt(await content.read(position, layout.count), 0, layout.count, layout);
    // The directory and the offset after it must be inside the file.
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

/** NaN if the number extends past the end of the bytes. */
function numberAt(bytes: Buffer, at: number, length: 2 | 4 | 8, { isLittle }: Layout): number {
  if (bytes.length < at + length) return Number.NaN;
  if (length === 8) return Number(isLittle ? bytes.readBigUInt64LE(at) : bytes.readBigUInt64BE(at));
  return isLittle ? bytes.readUIntLE(at, length) : bytes.readUIntBE(at, length);
}
