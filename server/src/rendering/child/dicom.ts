import { readFile } from 'node:fs/promises';

import dcmjs from 'dcmjs-imaging';
import type * as Dcmjs from 'dcmjs-imaging';

import { renderLimits } from '../limits.ts';
import { RenderError } from '../messages.ts';
import type { PageSize } from '../messages.ts';
import { encodePixels, outputSize, resizePixels } from './images.ts';
import type { OpenFile } from './openFile.ts';

// It is CommonJS, whose exports are found as one object only.
const { DicomImage, NativePixelDecoder } = dcmjs as unknown as typeof Dcmjs;

let decoders: Promise<void> | undefined;

/** A DICOM file: its frames are its pages. @throws RenderError `damaged`, `too_large` */
export async function openDicom(path: string): Promise<OpenFile> {
  const bytes = await readFile(path);
  decoders ??= NativePixelDecoder.initializeAsync();
  await decoders;
  const image = readImage(bytes);
  const [width, height, frames] = [image.getWidth(), image.getHeight(), Math.max(1, image.getNumberOfFrames() || 1)];
  if (!(width > 0 && height > 0)) throw new RenderError('damaged', 'no picture');
  if (width * height > renderLimits.inputPixels || frames > renderLimits.pages) throw new RenderError('too_large');
  const size: PageSize = [width, height];

  function render(frame: number): Uint8Array {
    try {
      const { pixels } = image.render({ frame });
      return new Uint8Array(pixels);
    } catch (error) {
      throw new RenderError('damaged', error instanceof Error ? error.message : 'dicom');
    }
  }

  return {
    inspect() {
      render(0);
      return Promise.resolve({ pageSizes: Array.from({ length: frames }, () => size), hasText: false });
    },
    async page(page, wanted) {
      if (page > frames) throw new RenderError('no_page', `frame ${page}`);
      const shown = outputSize(size, Math.min(wanted, width * 8));
      const pixels = render(page - 1);
      if (shown.width === width) return await encodePixels(pixels, { width, height });
      return await resizePixels(pixels, { width, height }, shown);
    },
    close() {},
  };
}

function readImage(bytes: Buffer) {
  try {
    return new DicomImage(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer);
  } catch (error) {
    throw new RenderError('damaged', error instanceof Error ? error.message : 'dicom');
  }
}
