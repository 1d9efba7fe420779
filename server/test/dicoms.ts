/** An element of a DICOM file, in explicit little endian. */
function element(group: number, tag: number, kind: string, value: Buffer | string): Buffer {
  const content = typeof value === 'string' ? Buffer.from(value.length % 2 === 0 ? value : `${value} `) : value;
  const isLong = kind === 'OW';
  const head = Buffer.alloc(isLong ? 12 : 8);
  head.writeUInt16LE(group, 0);
  head.writeUInt16LE(tag, 2);
  head.write(kind, 4, 'latin1');
  if (isLong) head.writeUInt32LE(content.length, 8);
  else head.writeUInt16LE(content.length, 6);
  return Buffer.concat([head, content]);
}

function short(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
}

/**
 * A 16 by 16 grayscale DICOM picture with values from 0 to 1020 and two windows.
 * @param frames how many the file states; they are equal
 * @param held how many it holds
 */
export function dicomOf({ frames = 1, held = frames }: { frames?: number; held?: number } = {}): Buffer {
  const pixels = Buffer.alloc(512);
  for (let index = 0; index < 256; index += 1) pixels.writeUInt16LE(index * 4, index * 2);
  const meta = element(0x0002, 0x0010, 'UI', '1.2.840.10008.1.2.1\0');
  const size = Buffer.alloc(4);
  size.writeUInt32LE(meta.length);
  return Buffer.concat([
    Buffer.alloc(128),
    Buffer.from('DICM'),
    element(0x0002, 0x0000, 'UL', size),
    meta,
    element(0x0028, 0x0002, 'US', short(1)),
    element(0x0028, 0x0004, 'CS', 'MONOCHROME2'),
    ...(frames === 1 ? [] : [element(0x0028, 0x0008, 'IS', String(frames))]),
    element(0x0028, 0x0010, 'US', short(16)),
    element(0x0028, 0x0011, 'US', short(16)),
    element(0x0028, 0x0100, 'US', short(16)),
    element(0x0028, 0x0101, 'US', short(16)),
    element(0x0028, 0x0102, 'US', short(15)),
    element(0x0028, 0x0103, 'US', short(0)),
    element(0x0028, 0x1050, 'DS', '500\\100'),
    element(0x0028, 0x1051, 'DS', '1000\\200'),
    element(0x0028, 0x1055, 'LO', 'SOFT\\LOW'),
    element(0x7fe0, 0x0010, 'OW', Buffer.concat(Array.from({ length: held }, () => pixels))),
  ]);
}
