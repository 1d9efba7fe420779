import sharp from 'sharp';

import { renderLimits } from '../limits.ts';
import { RenderError } from '../messages.ts';
import type { Inspection, PageSize } from '../messages.ts';
import type { OpenFile } from './openFile.ts';

sharp.cache(false);
sharp.concurrency(1);

interface Size {
  width: number;
  height: number;
}

/** Decoder warnings are ignored, so that a damaged scan is shown as far as it can be decoded. */
const options = { limitInputPixels: renderLimits.inputPixels, failOn: 'error', sequentialRead: true } as const;

/** Size of a rendered page: the requested width, unless that exceeds the pixel limits. */
export function outputSize([width, height]: PageSize, wanted: number): Size {
  const scale = Math.min(
    wanted / width,
    renderLimits.outputSide / Math.max(width, height),
    Math.sqrt(renderLimits.outputPixels / (width * height)),
  );
  return { width: Math.max(1, Math.floor(width * scale)), height: Math.max(1, Math.floor(height * scale)) };
}

/** JPEG is ten times as fast as WebP at twice the size. No chroma subsampling, which blurs red and blue print. */
const jpeg = { quality: 86, chromaSubsampling: '4:4:4' } as const;

/** JPEG of RGBA pixels. */
export async function encodePixels(pixels: Uint8Array, size: Size): Promise<Uint8Array> {
  return await sharp(pixels, { raw: { ...size, channels: 4 } })
    .removeAlpha()
    .jpeg(jpeg)
    .toBuffer();
}

/** JPEG of RGBA pixels, resized. */
export async function resizePixels(pixels: Uint8Array, from: Size, to: Size): Promise<Uint8Array> {
  return await sharp(pixels, { raw: { ...from, channels: 4 } })
    .removeAlpha()
    .resize({ ...to, fit: 'fill' })
    .jpeg({ ...jpeg, quality: 94 })
    .toBuffer();
}

/** Opens a JPEG, PNG, GIF, WebP or multi-page TIFF, with 8 bits per color. */
export async function openImage(source: Uint8Array): Promise<OpenFile> {
  const { format, width, height, pages = 1 } = await decoding(() => sharp(source, options).metadata());
  if (format === undefined || format === 'svg' || !(width > 0 && height > 0)) throw new RenderError('damaged');
  if (width * height > renderLimits.inputPixels) throw new RenderError('too_large', `${width} x ${height}`);
  // Only TIFF has pages; an animation counts as one picture.
  const pageCount = format === 'tiff' ? pages : 1;
  if (pageCount > renderLimits.pages) throw new RenderError('too_large', `${pageCount} pages`);

  async function sizeOf(page: number): Promise<PageSize> {
    const found = await decoding(() => sharp(source, { ...options, page: page - 1 }).metadata());
    return turned([found.width, found.height], found.orientation);
  }

  return {
    async inspect(): Promise<Inspection> {
      const pageSizes: PageSize[] = [];
      for (let page = 1; page <= pageCount; page += 1) pageSizes.push(await sizeOf(page));
      // Headers can be wrong: decode once to check that there is a picture.
      await draw(source, 1, { width: 64, height: 64 });
      return { pageSizes, hasText: false };
    },
    async page(page, width) {
      if (page > pageCount) throw new RenderError('no_page', `page ${page}`);
      return await draw(source, page, outputSize(await sizeOf(page), width));
    },
    close() {},
  };
}

/** What the frame header of a JPEG states; null for any other file. */
export function frameOfJpeg(bytes: Uint8Array): { bits: number; width: number; height: number; colors: number } | null {
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return null;
  for (let at = 2; bytes[at] === 0xff;) {
    const marker = bytes[at + 1] ?? 0;
    // Any number of fill bytes may precede a marker.
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    // C4, C8 and CC are tables; the others from C0 to CF begin a frame.
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) {
      const [bits = 0, rows = 0, moreRows = 0, columns = 0, moreColumns = 0, colors = 0] = bytes.subarray(
        at + 4,
        at + 10,
      );
      return { bits, height: rows * 256 + moreRows, width: columns * 256 + moreColumns, colors };
    }
    at += 2 + (bytes[at + 2] ?? 0) * 256 + (bytes[at + 3] ?? 0);
  }
  return null;
}

/** Page size after applying the EXIF orientation. */
function turned([width, height]: PageSize, orientation = 1): PageSize {
  return orientation >= 5 ? [height, width] : [width, height];
}

async function draw(source: Uint8Array, page: number, { width, height }: Size): Promise<Uint8Array> {
  return await decoding(() =>
    sharp(source, { ...options, page: page - 1 })
      .autoOrient()
      .resize({ width, height, fit: 'fill' })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .jpeg(jpeg)
      .toBuffer(),
  );
}

async function decoding<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const message = error instanceof Error ? error.message : '';
    throw new RenderError(/pixel limit|too large/i.test(message) ? 'too_large' : 'damaged', message.slice(0, 200));
  }
}
