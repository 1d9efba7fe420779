import { crc32, deflateSync } from 'node:zlib';

/** Width and height of the strip in pixels. */
export const stripSize = [1200, 360] as const;
const [width, height] = stripSize;
/** Size in pixels of a small square of the paper, and of one heartbeat at 72 per minute. */
const square = 8;
const beat = 167;

/** An ECG strip, lead II in sinus rhythm, as a grayscale PNG. */
export function ecgOf(): Buffer {
  const rows = Array.from({ length: height }, (_, y) => {
    const row = Buffer.alloc(width + 1, 255);
    row[0] = 0;
    for (let x = 0; x < width; x += 1) {
      const isLine = x % square === 0 || y % square === 0;
      const isBold = x % (square * 5) === 0 || y % (square * 5) === 0;
      if (isLine) row[x + 1] = isBold ? 190 : 228;
    }
    return row;
  });
  let before = levelAt(0);
  for (let x = 0; x < width; x += 1) {
    const level = levelAt(x);
    for (let y = Math.min(before, level) - 1; y <= Math.max(before, level) + 1; y += 1) rows[y]?.fill(20, x + 1, x + 2);
    before = level;
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 8;
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** The height of the line at a position: P wave, QRS complex and T wave of each beat. */
function levelAt(x: number): number {
  const at = x % beat;
  const wave = (middle: number, spread: number, size: number) => size * Math.exp(-(((at - middle) / spread) ** 2));
  const volt = wave(36, 8, 14) - wave(58, 2.5, 16) + wave(63, 2.8, 120) - wave(69, 3, 30) + wave(104, 13, 28);
  return Math.round(220 - volt);
}

function chunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, checksum]);
}
