import dcmjs from 'dcmjs-imaging';
import type * as Dcmjs from 'dcmjs-imaging';

import { renderLimits } from '../limits.ts';
import { RenderError } from '../messages.ts';
import type { NamedWindow, PageSize, PixelWindow } from '../messages.ts';
import { dicomTagsHtml } from './dicomTags.ts';
import { encodePixels, outputSize, resizePixels } from './images.ts';
import type { OpenFile } from './openFile.ts';

// A CommonJS module, whose exports Node provides only as one object.
const { DicomImage, NativePixelDecoder, WindowLevel } = dcmjs as unknown as typeof Dcmjs;

await NativePixelDecoder.initializeAsync();

/** A DICOM file: its frames are its pages. @throws RenderError `damaged`, `too_large` */
export function openDicom(bytes: Buffer): OpenFile {
  const image = readImage(bytes);
  const [width, height, frames] = [image.getWidth(), image.getHeight(), Math.max(1, image.getNumberOfFrames() || 1)];
  if (!(width > 0 && height > 0)) throw new RenderError('damaged', 'no picture');
  if (width * height > renderLimits.inputPixels || frames > renderLimits.pages) throw new RenderError('too_large');
  const size: PageSize = [width, height];

  const whole = wholeFrames(bytes, image, frames);

  function render(frame: number, window?: PixelWindow) {
    // The library would fill missing pixels with black.
    if (frame >= whole) throw new RenderError('damaged', 'its pixels are cut short');
    try {
      const windowLevel = window && new WindowLevel(window.width, window.center);
      return image.render({ frame, ...(windowLevel && { windowLevel }) });
    } catch (error) {
      throw refusal(error, image);
    }
  }

  return {
    inspect() {
      render(0);
      return Promise.resolve({ pageSizes: Array.from({ length: frames }, () => size), hasText: false });
    },
    windows() {
      const used = render(0).windowLevel;
      return used === undefined ? [] : distinct([used, ...WindowLevel.fromDicomImageElements(image.getElements())]);
    },
    async page(page, wanted, window) {
      if (page > frames) throw new RenderError('no_page', `frame ${page}`);
      const shown = outputSize(size, Math.min(wanted, width * 8));
      const pixels = new Uint8Array(render(page - 1, window).pixels);
      if (shown.width === width) return await encodePixels(pixels, { width, height });
      return await resizePixels(pixels, { width, height }, shown);
    },
    html: () => Promise.resolve(dicomTagsHtml(image.getElements())),
    close() {},
  };
}

function readImage(bytes: Buffer) {
  try {
    return new DicomImage(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer);
  } catch (error) {
    throw refusal(error);
  }
}

/** The decoder's words for what it was not made for. */
const notSupported =
  /not (?:yet |currently )?(?:supported|implemented)|cannot be currently|unsupported|^unable to create/i;
/** JPEG with up to 12 bits per color (process 2 and 4). */
const extendedJpeg = '1.2.840.10008.1.2.4.51';

function refusal(error: unknown, image?: Dcmjs.DicomImage): RenderError {
  const message = error instanceof Error ? error.message : 'dicom';
  const isExtended = image?.getTransferSyntaxUid() === extendedJpeg;
  if (isExtended && (image.getElements() as { BitsStored?: unknown }).BitsStored === 12)
    return new RenderError('twelve_bits', message);
  return new RenderError(notSupported.test(message) ? 'unsupported' : 'damaged', message);
}

/** Pixel data (7FE0,0010), little endian. */
const pixelTag = Buffer.from('e07f1000', 'hex');

/** Number of complete frames in the file; all of them if the pixels are compressed. */
function wholeFrames(bytes: Buffer, image: Dcmjs.DicomImage, frames: number): number {
  const pixels = (image.getElements() as { PixelData?: unknown }).PixelData;
  const held: unknown = Array.isArray(pixels) && pixels.length === 1 ? pixels[0] : pixels;
  const length = held instanceof ArrayBuffer || ArrayBuffer.isView(held) ? held.byteLength : 0;
  if (length === 0) return frames;
  const stated = isNative(image) ? Math.floor(length / bytesOfFrame(image)) : frames;
  return Math.min(stated, framesInFile(bytes, length, frames));
}

/** Whether each pixel is stored as it is, with all its colors. */
const isNative = (image: Dcmjs.DicomImage): boolean =>
  /^1\.2\.840\.10008\.1\.2(?:\.[12](?:\.99)?)?$/.test(image.getTransferSyntaxUid()) &&
  !/_42[02]$/.test(String((image.getElements() as { PhotometricInterpretation?: unknown }).PhotometricInterpretation));

function bytesOfFrame(image: Dcmjs.DicomImage): number {
  const { BitsAllocated = 8, SamplesPerPixel = 1 } = image.getElements() as {
    BitsAllocated?: number;
    SamplesPerPixel?: number;
  };
  return Math.max(1, Math.floor((image.getWidth() * image.getHeight() * SamplesPerPixel * BitsAllocated) / 8));
}

/** Of a file that ends before its pixels do, the frames before its end. */
function framesInFile(bytes: Buffer, length: number, frames: number): number {
  for (let at = bytes.indexOf(pixelTag); at >= 0; at = bytes.indexOf(pixelTag, at + 1)) {
    // After the tag comes the length, or the type, two bytes and then the length.
    for (const lengthAt of [at + 4, at + 8]) {
      if (lengthAt + 4 > bytes.length || bytes.readUInt32LE(lengthAt) !== length) continue;
      return Math.floor(Math.min(1, (bytes.length - lengthAt - 4) / length) * frames);
    }
  }
  return frames;
}

/** The distinct windows of the file, rounded to integers. */
function distinct(levels: readonly Dcmjs.WindowLevel[]): NamedWindow[] {
  const windows = new Map<string, NamedWindow>();
  for (const level of levels) {
    const [width, center] = [Math.max(1, Math.round(level.getWindow())), Math.round(level.getLevel())];
    const name = nameOf(level) || (windows.size === 0 ? 'As in the file' : `${width} / ${center}`);
    const key = `${width} ${center}`;
    if (Number.isFinite(width + center) && !windows.has(key)) windows.set(key, { name, width, center });
  }
  return [...windows.values()].slice(0, 20);
}

/** The file's name for a window. For a file without windows the library computes one from minimum to maximum. */
function nameOf(level: Dcmjs.WindowLevel): string | undefined {
  const name = level.getDescription()?.trim().slice(0, 60);
  return name === 'Min-max value window' ? 'Full range' : name;
}
