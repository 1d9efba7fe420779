/** A dot-matrix font from space to Z: five columns per character, the lowest bit on top. */
const font =
  '0000000000 00005f0000 0007000700 147f147f14 242a7f2a12 2313086462 3649562050 0008070300 001c224100 0041221c00 2a1c7f1c2a 08083e0808 0080703000 0808080808 0000606000 2010080402 3e5149453e 00427f4000 7249494946 2141494d33 1814127f10 2745454539 3c4a494931 4121110907 3649494936 464949291e 0000140000 0040340000 0008142241 1414141414 0041221408 0201590906 3e415d594e 7c1211127c 7f49494936 3e41414122 7f4141413e 7f49494941 7f09090901 3e41415173 7f0808087f 00417f4100 2040413f01 7f08142241 7f40404040 7f021c027f 7f0408107f 3e4141413e 7f09090906 3e4151215e 7f09192946 2649494932 03017f0103 3f4040403f 1f2040201f 3f4038403f 6314081463 0304780403 6159494d43'
    .split(' ')
    .map((columns) => Buffer.from(columns, 'hex'));

/** A fax page at 204 by 196 dots per inch, and the size and position of its text. */
export const faxPage = [1728, 2156] as const;
const [width, height] = faxPage;
const rowBytes = width / 8;
const dot = 3;
const lineHeight = 36;
const margin = 96;

/** Renders each page of text lines as a fax page: a black-and-white TIFF with packed rows. */
export function faxOf(pages: readonly (readonly string[])[]): Buffer {
  const header = Buffer.from('49492a0000000000', 'hex');
  const parts: Buffer[] = [header];
  let length = header.length;
  let pointer: { bytes: Buffer; at: number } = { bytes: header, at: 4 };
  pages.forEach((lines, page) => {
    const strip = packed(drawn(lines));
    const directory = directoryOf(length, strip.length, page, pages.length);
    pointer.bytes.writeUInt32LE(length + strip.length, pointer.at);
    pointer = { bytes: directory, at: directory.length - 4 };
    parts.push(strip, directory);
    length += strip.length + directory.length;
  });
  return Buffer.concat(parts);
}

/** The bitmap of a page; set bits are black. */
function drawn(lines: readonly string[]): Buffer {
  const dots = Buffer.alloc(rowBytes * height);
  const set = (x: number, y: number) => {
    if (x < width && y < height) dots[y * rowBytes + (x >> 3)]! |= 0x80 >> (x & 7);
  };
  lines.forEach((line, row) => {
    line
      .toUpperCase()
      .split('')
      .forEach((letter, index) => {
        const columns = font[letter.charCodeAt(0) - 32] ?? Buffer.alloc(5);
        const [left, top] = [margin + index * 6 * dot, margin + row * lineHeight];
        for (let bit = 0; bit < 35; bit += 1) {
          const [column, line] = [bit % 5, Math.floor(bit / 5)];
          if (((columns[column] ?? 0) >> line) & 1) fill(set, left + column * dot, top + line * dot);
        }
      });
  });
  return dots;
}

function fill(set: (x: number, y: number) => void, left: number, top: number): void {
  for (let at = 0; at < dot * dot; at += 1) set(left + (at % dot), top + Math.floor(at / dot));
}

/** PackBits compression: runs are stored as a count and one byte, other bytes literally. */
function packed(dots: Buffer): Buffer {
  const out: number[] = [];
  for (let row = 0; row < dots.length; row += rowBytes) packRow(dots.subarray(row, row + rowBytes), out);
  // Directories begin at even offsets.
  if (out.length % 2 === 1) out.push(0x80);
  return Buffer.from(out);
}

function packRow(row: Buffer, out: number[]): void {
  for (let at = 0; at < row.length;) {
    let run = 1;
    while (run < 128 && row[at + run] === row[at]) run += 1;
    out.push(run === 1 ? 0 : 257 - run, row[at] ?? 0);
    at += run;
  }
}

function directoryOf(stripOffset: number, stripLength: number, page: number, pageCount: number): Buffer {
  const [short, long] = [3, 4];
  const entries: [tag: number, type: number, count: number, value: number][] = [
    [254, long, 1, 2],
    [256, long, 1, width],
    [257, long, 1, height],
    [258, short, 1, 1],
    [259, short, 1, 32_773],
    [262, short, 1, 0],
    [273, long, 1, stripOffset],
    [277, short, 1, 1],
    [278, long, 1, height],
    [279, long, 1, stripLength],
    [297, short, 2, page | (pageCount << 16)],
  ];
  const bytes = Buffer.alloc(2 + entries.length * 12 + 4);
  bytes.writeUInt16LE(entries.length);
  entries.forEach(([tag, type, count, value], index) => {
    const at = 2 + index * 12;
    bytes.writeUInt16LE(tag, at);
    bytes.writeUInt16LE(type, at + 2);
    bytes.writeUInt32LE(count, at + 4);
    bytes.writeUInt32LE(value, at + 8);
  });
  return bytes;
}
