import dcmjs from 'dcmjs-imaging';
import type * as Dcmjs from 'dcmjs-imaging';

import { renderLimits } from '../limits.ts';
import { RenderError } from '../messages.ts';
import { encodePixels, frameOfJpeg, openImage, outputSize, resizePixels } from './images.ts';
import type { OpenFile } from './openFile.ts';

// A CommonJS module, whose exports Node provides only as one object.
const { DicomImage, NativePixelDecoder, WindowLevel } = dcmjs as unknown as typeof Dcmjs;

/** JPEG with up to 12 bits per color, as DICOM holds it. */
const extendedJpeg = '1.2.840.10008.1.2.4.51';

/** Any picture; a gray JPEG with 12 bits is decoded by the decoder of DICOM, which the library for pictures cannot. */
export async function openPicture(bytes: Uint8Array): Promise<OpenFile> {
  const frame = frameOfJpeg(bytes);
  return frame?.bits === 12 ? await openTwelveBits(bytes, frame) : await openImage(bytes);
}

async function openTwelveBits(
  bytes: Uint8Array,
  { width, height, colors }: { width: number; height: number; colors: number },
): Promise<OpenFile> {
  if (!(width > 0 && height > 0)) throw new RenderError('damaged', 'no picture');
  if (width * height > renderLimits.inputPixels) throw new RenderError('too_large', `${width} x ${height}`);
  if (colors !== 1) throw new RenderError('twelve_bits', `${colors} colors`);
  await NativePixelDecoder.initializeAsync();
  const image = new DicomImage(
    {
      Rows: height,
      Columns: width,
      SamplesPerPixel: 1,
      PhotometricInterpretation: 'MONOCHROME2',
      BitsAllocated: 16,
      BitsStored: 12,
      HighBit: 11,
      PixelRepresentation: 0,
      PixelData: [bytes.slice().buffer],
    },
    extendedJpeg,
  );
  // From black to white, as of any other photo.
  const windowLevel = new WindowLevel(4096, 2048);
  function render(): Uint8Array {
    try {
      return new Uint8Array(image.render({ windowLevel }).pixels);
    } catch (error) {
      throw new RenderError('damaged', error instanceof Error ? error.message : 'jpeg');
    }
  }
  const pixels = render();
  return {
    inspect: () => Promise.resolve({ pageSizes: [[width, height]], hasText: false }),
    async page(page, wanted) {
      if (page > 1) throw new RenderError('no_page', `page ${page}`);
      const shown = outputSize([width, height], wanted);
      if (shown.width === width) return await encodePixels(pixels, { width, height });
      return await resizePixels(pixels, { width, height }, shown);
    },
    close() {},
  };
}
