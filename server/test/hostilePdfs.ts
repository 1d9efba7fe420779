import { deflateSync } from 'node:zlib';

/** A dictionary's inside, with a stream if there is one. */
type PdfObject = string | { dictionary: string; stream: Uint8Array | string };

/** A PDF of these objects; the first one is object 3, the first page. */
function pdfFile(objects: readonly PdfObject[], kids: readonly number[] = [3]): Buffer {
  const refs = kids.map((kid) => `${kid} 0 R`).join(' ');
  const all: PdfObject[] = ['/Type/Catalog/Pages 2 0 R', `/Type/Pages/Kids[${refs}]/Count ${kids.length}`, ...objects];
  const parts = all.flatMap((object, index) => {
    const { dictionary, stream } = typeof object === 'string' ? { dictionary: object, stream: null } : object;
    if (stream === null) return [Buffer.from(`${index + 1} 0 obj\n<<${dictionary}>>\nendobj\n`)];
    const bytes = Buffer.from(stream);
    const head = `${index + 1} 0 obj\n<<${dictionary}/Length ${bytes.byteLength}>>stream\n`;
    return [Buffer.from(head), bytes, Buffer.from('\nendstream\nendobj\n')];
  });
  return Buffer.concat([Buffer.from('%PDF-1.7\n'), ...parts, Buffer.from('trailer\n<</Root 1 0 R>>\n%%EOF\n')]);
}

const page = (resources: string, more = '') =>
  `/Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Resources<<${resources}>>/Contents 4 0 R${more}`;

/** Bytes deflated, and deflated again: a thousandth of a thousandth remains. */
const twice = (bytes: Uint8Array) => deflateSync(deflateSync(bytes));
const flateTwice = '/Filter[/FlateDecode/FlateDecode]';

const picture = (side: number, more = '/BitsPerComponent 8/ColorSpace/DeviceGray') =>
  `/Type/XObject/Subtype/Image/Width ${side}/Height ${side}${more}`;
/** Half of a gigabyte of zeros compresses to some hundred bytes. */
const zeros = (length: number) => new Uint8Array(length);
const drawn = 'q 612 0 0 792 0 0 cm /A Do Q';

/** Content of a page that draws something many times, and deflates well. */
const repeated = (what: string, times: number) => twice(Buffer.from(what.repeat(times)));

/** A picture of 30,000 by 30,000 pixels. */
const hugePicture = { dictionary: `${picture(30_000)}${flateTwice}`, stream: twice(zeros(200_000_000)) };

/** Forms that each draw the next one `width` times, `depth` deep. */
function nestedForms(depth: number, width: number): PdfObject[] {
  const form = (index: number) => ({
    dictionary: `/Type/XObject/Subtype/Form/BBox[0 0 612 792]/Resources<<${
      index === depth ? '' : `/XObject<</A ${6 + index} 0 R>>`
    }>>`,
    stream: index === depth ? '0 0 9 9 re f' : '/A Do '.repeat(width),
  });
  return Array.from({ length: depth }, (_, index) => form(index + 1));
}

/** PDFs of a few kilobytes that take a renderer long or much memory, each with what it does. */
export const hostilePdfs: Record<string, () => Buffer> = {
  'a picture of 900 megapixels, deflated twice': () =>
    pdfFile([page('/XObject<</A 5 0 R>>'), { dictionary: '', stream: drawn }, hugePicture]),
  'a huge picture whose size stands in another object': () =>
    pdfFile([
      page('/XObject<</A 5 0 R>>'),
      { dictionary: '', stream: drawn },
      {
        dictionary: `/Type/XObject/Subtype/Image/#57idth 6 0 R/Height 6 0 R/BitsPerComponent 8/ColorSpace/DeviceRGB${flateTwice}`,
        stream: twice(zeros(100_000_000)),
      },
    ]),
  'a huge picture behind a form': () =>
    pdfFile([
      page('/XObject<</A 6 0 R>>'),
      { dictionary: '', stream: '/A Do' },
      hugePicture,
      { dictionary: '/Type/XObject/Subtype/Form/BBox[0 0 612 792]/Resources<</XObject<</A 5 0 R>>>>', stream: drawn },
    ]),
  'a huge soft mask of a small picture': () =>
    pdfFile([
      page('/XObject<</A 6 0 R>>'),
      { dictionary: '', stream: drawn },
      hugePicture,
      { dictionary: `${picture(8)}/SMask 5 0 R`, stream: zeros(64) },
    ]),
  'a huge picture in a tiling pattern': () =>
    pdfFile([
      page('/Pattern<</P 6 0 R>>'),
      { dictionary: '', stream: '/Pattern cs /P scn 0 0 612 792 re f' },
      hugePicture,
      {
        dictionary:
          '/Type/Pattern/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 600 600]/XStep 600/YStep 600/Resources<</XObject<</A 5 0 R>>>>',
        stream: drawn,
      },
    ]),
  'a huge picture in a stamp': () =>
    pdfFile([
      page('', '/Annots[<</Type/Annot/Subtype/Stamp/Rect[0 0 600 700]/AP<</N 6 0 R>>>>]'),
      { dictionary: '', stream: '' },
      hugePicture,
      { dictionary: '/Type/XObject/Subtype/Form/BBox[0 0 612 792]/Resources<</XObject<</A 5 0 R>>>>', stream: drawn },
    ]),
  'a tiling pattern of tiny tiles': () =>
    pdfFile([
      page('/Pattern<</P 5 0 R>>', '').replace('[0 0 612 792]', '[0 0 14400 14400]'),
      { dictionary: '', stream: '/Pattern cs /P scn '.concat('0 0 14400 14400 re f '.repeat(200)) },
      {
        dictionary:
          '/Type/Pattern/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 1 1]/XStep 0.01/YStep 0.01/Resources<<>>',
        stream: '0 0 1 1 re f '.repeat(50),
      },
    ]),
  'forms nested ten deep, ten times each': () =>
    pdfFile([page('/XObject<</A 5 0 R>>'), { dictionary: '', stream: '/A Do' }, ...nestedForms(10, 10)]),
  'ten million rectangles': () =>
    pdfFile([page(''), { dictionary: flateTwice, stream: repeated('0 0 600 700 re f\n', 10_000_000) }]),
  'a million transparent groups': () =>
    pdfFile([
      page('/XObject<</A 5 0 R>>/ExtGState<</G<</ca 0.5/BM/Multiply>>>>'),
      { dictionary: flateTwice, stream: repeated('/G gs /A Do\n', 1_000_000) },
      {
        dictionary: '/Type/XObject/Subtype/Form/BBox[0 0 612 792]/Group<</S/Transparency/I true>>',
        stream: '0 0 600 700 re f',
      },
    ]),
  'ten million letters': () =>
    pdfFile([
      page('/Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>'),
      { dictionary: flateTwice, stream: repeated('BT /F 9 Tf 9 9 Td (aaaaaaaaaa) Tj ET\n', 1_000_000) },
    ]),
  'a shading with a costly function': () =>
    pdfFile([
      page(
        '/Shading<</S<</ShadingType 1/ColorSpace/DeviceRGB/Domain[0 1 0 1]/Matrix[612 0 0 792 0 0]/Function 5 0 R>>>>',
      ),
      { dictionary: '', stream: '/S sh '.repeat(500) },
      {
        dictionary: '/FunctionType 4/Domain[0 1 0 1]/Range[0 1 0 1 0 1]',
        stream: `{ ${'sin cos exch '.repeat(500)} 2 copy add }`,
      },
    ]),
  'a JPEG 2000 picture that claims 60,000 pixels a side': () =>
    pdfFile([
      page('/XObject<</A 5 0 R>>'),
      { dictionary: '', stream: drawn },
      { dictionary: `${picture(60_000)}/Filter/JPXDecode`, stream: jpx(60_000) },
    ]),
  'a JPEG 2000 picture that is larger than it claims': () =>
    pdfFile([
      page('/XObject<</A 5 0 R>>'),
      { dictionary: '', stream: drawn },
      { dictionary: `${picture(100)}/Filter/JPXDecode`, stream: jpx(30_000) },
    ]),
  'a JBIG2 picture of 60,000 pixels a side': () =>
    pdfFile([
      page('/XObject<</A 5 0 R>>'),
      { dictionary: '', stream: drawn },
      {
        dictionary: `${picture(60_000, '/BitsPerComponent 1/ColorSpace/DeviceGray')}/Filter/JBIG2Decode`,
        stream: jbig2(60_000),
      },
    ]),
  'a fax picture of 60,000 pixels a side': () =>
    pdfFile([
      page('/XObject<</A 5 0 R>>'),
      { dictionary: '', stream: drawn },
      {
        dictionary: `${picture(60_000, '/BitsPerComponent 1/ColorSpace/DeviceGray')}/Filter[/FlateDecode/CCITTFaxDecode]/DecodeParms[null<</K -1/Columns 60000/Rows 60000>>]`,
        stream: deflateSync(Buffer.alloc(60_000 / 8, 0xff)),
      },
    ]),
  'a run-length picture of 30,000 pixels a side': () =>
    pdfFile([
      page('/XObject<</A 5 0 R>>'),
      { dictionary: '', stream: drawn },
      {
        dictionary: `${picture(30_000)}/Filter[/FlateDecode/RunLengthDecode]`,
        stream: deflateSync(Buffer.alloc(14_000_000, 0x81)),
      },
    ]),
  'a page of 14 million points a side': () =>
    pdfFile([page('').replace('[0 0 612 792]', '[0 0 14000000 14000000]'), { dictionary: '', stream: '0 0 9 9 re f' }]),
  'a page a point wide and a million high': () =>
    pdfFile([page('').replace('[0 0 612 792]', '[0 0 1 1000000]'), { dictionary: '', stream: '0 0 9 9 re f' }]),
  'ten thousand pages': () =>
    pdfFile(
      [page(''), { dictionary: '', stream: '' }],
      Array.from({ length: 10_000 }, () => 3),
    ),
  'contents that inflate to half a gigabyte': () =>
    pdfFile([page(''), { dictionary: flateTwice, stream: twice(Buffer.alloc(500_000_000, ' ')) }]),
  'a hundred pictures of 100 megapixels': () =>
    pdfFile([
      page(`/XObject<<${Array.from({ length: 100 }, (_, index) => `/A${index} ${index + 5} 0 R`).join('')}>>`),
      {
        dictionary: '',
        stream: Array.from({ length: 100 }, (_, index) => `q 612 0 0 792 0 0 cm /A${index} Do Q`).join(' '),
      },
      ...Array.from({ length: 100 }, () => ({
        dictionary: `${picture(10_000)}${flateTwice}`,
        stream: hundredMegapixels(),
      })),
    ]),
};

let kept: Buffer | undefined;
const hundredMegapixels = () => (kept ??= twice(zeros(100_000_000)));

/** The header of a JPEG 2000 codestream with one tile. */
function jpx(side: number): Buffer {
  const size = Buffer.alloc(49 - 2 + 2);
  size.writeUInt16BE(0xff51, 0);
  size.writeUInt16BE(41, 2);
  for (const [at, value] of [
    [6, side],
    [10, side],
    [22, side],
    [26, side],
  ] as const)
    size.writeUInt32BE(value, at);
  size.writeUInt16BE(1, 38);
  size.set([7, 1, 1], 40);
  const cod = Buffer.from('ff52000c00000001000104040001', 'hex');
  const qcd = Buffer.from('ff5c0004406040', 'hex').subarray(0, 7);
  const sot = Buffer.from('ff90000a0000000000000001ff93', 'hex');
  return Buffer.concat([Buffer.from('ff4f', 'hex'), size.subarray(0, 43), cod, qcd, sot, Buffer.from('ffd9', 'hex')]);
}

/** JBIG2 segments: a page of this size, and a generic region without data. */
function jbig2(side: number): Buffer {
  const pageInfo = Buffer.alloc(11 + 19);
  pageInfo.set([0, 0, 0, 0, 0x30, 0, 1], 0);
  pageInfo.writeUInt32BE(19, 7);
  pageInfo.writeUInt32BE(side, 11);
  pageInfo.writeUInt32BE(side, 15);
  const region = Buffer.alloc(11 + 18 + 8 + 8);
  region.set([0, 0, 0, 1, 38, 0, 1], 0);
  region.writeUInt32BE(18 + 8 + 8, 7);
  region.writeUInt32BE(side, 11);
  region.writeUInt32BE(side, 15);
  region.set([3, 255, 253, 255, 2, 254, 254, 254], 29);
  return Buffer.concat([pageInfo, region]);
}
