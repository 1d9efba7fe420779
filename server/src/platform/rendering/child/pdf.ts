import { TextDecoder } from 'node:util';

import { renderLimits } from '../limits.ts';
import { RenderError } from '../messages.ts';
import type { Box, Inspection, PageSize, PageWord, TextMatch } from '../messages.ts';
import { PdfForm } from './pdfForm.ts';
import { loadPdfium } from './pdfium.ts';
import type { Pdfium } from './pdfium.ts';
import { requireDrawable } from './pdfPictures.ts';
import { encodePixels, outputSize } from './images.ts';
import type { OpenFile } from './openFile.ts';
import { linesOfWords, mostLetters } from './words.ts';
import type { Letter } from './words.ts';

/** Error codes of FPDF_GetLastError. */
const needsPassword = 4;
const securityUnknown = 5;

const bgra = 4;
/** Render annotations, and use RGBA instead of BGRA. */
const renderFlags = 0x01 | 0x10;

const pdfium = await loadPdfium();

/** @throws RenderError `encrypted`, `damaged`, `too_large` */
export function openPdf(bytes: Uint8Array): OpenFile {
  const pointer = pdfium.wasmExports.malloc(bytes.byteLength);
  if (pointer === 0) throw new RenderError('too_large');
  pdfium.HEAPU8.set(bytes, pointer);
  const document = pdfium.FPDF_LoadMemDocument(pointer, bytes.byteLength, 0);
  if (document === 0) {
    const code = pdfium.FPDF_GetLastError();
    pdfium.wasmExports.free(pointer);
    throw new RenderError([needsPassword, securityUnknown].includes(code) ? 'encrypted' : 'damaged', `pdf ${code}`);
  }
  const pdf = new Pdf(pdfium, document, pointer);
  if (pdf.pageCount === 0) {
    pdf.close();
    throw new RenderError('damaged', 'no pages');
  }
  return pdf;
}

class Pdf implements OpenFile {
  readonly #pdfium: Pdfium;
  readonly #document: number;
  readonly #bytes: number;
  /** Opened with the first page that is drawn. */
  #form: PdfForm | null = null;
  readonly pageCount: number;

  constructor(pdfium: Pdfium, document: number, bytes: number) {
    this.#pdfium = pdfium;
    this.#document = document;
    this.#bytes = bytes;
    this.pageCount = pdfium.FPDF_GetPageCount(document);
  }

  async inspect(): Promise<Inspection> {
    if (this.pageCount > renderLimits.pages) throw new RenderError('too_large', `${this.pageCount} pages`);
    const pageSizes = Array.from({ length: this.pageCount }, (_, index) => this.#sizeOf(index));
    // The first pages show whether there is any text; scans have none.
    const first = Array.from({ length: Math.min(5, this.pageCount) }, (_, index) => this.#textOf(index));
    return { pageSizes, hasText: first.some((text) => text.trim() !== '') };
  }

  async page(page: number, width: number): Promise<Uint8Array> {
    const { FPDFBitmap_CreateEx, FPDFBitmap_FillRect, FPDF_RenderPageBitmap, FPDFBitmap_Destroy, wasmExports } =
      this.#pdfium;
    return await this.#onPage(page - 1, async (handle) => {
      requireDrawable(this.#pdfium, handle);
      const size = outputSize(this.#sizeOf(page - 1), width);
      const byteCount = size.width * size.height * bgra;
      const pixels = wasmExports.malloc(byteCount);
      if (pixels === 0) throw new RenderError('too_large');
      const bitmap = FPDFBitmap_CreateEx(size.width, size.height, bgra, pixels, size.width * bgra);
      try {
        FPDFBitmap_FillRect(bitmap, 0, 0, size.width, size.height, 0xffffffff);
        FPDF_RenderPageBitmap(bitmap, handle, 0, 0, size.width, size.height, 0, renderFlags);
        this.#form ??= PdfForm.open(this.#pdfium, this.#document);
        this.#form?.draw(bitmap, handle, [size.width, size.height]);
        return await encodePixels(this.#pdfium.HEAPU8.slice(pixels, pixels + byteCount), size);
      } finally {
        FPDFBitmap_Destroy(bitmap);
        wasmExports.free(pixels);
      }
    });
  }

  async text(): Promise<string[]> {
    return Array.from({ length: this.pageCount }, (_, index) => this.#textOf(index));
  }

  words(page: number): PageWord[][] {
    if (page > this.pageCount) throw noPage(page - 1);
    return this.#onText(page - 1, [], (handle, textPage) => {
      const count = Math.min(mostLetters, this.#pdfium.FPDFText_CountChars(textPage));
      return linesOfWords(Array.from({ length: Math.max(0, count) }, (_, at) => this.#letterAt(handle, textPage, at)));
    });
  }

  async find(term: string, limit: number): Promise<TextMatch[]> {
    const matches: TextMatch[] = [];
    for (let index = 0; index < this.pageCount && matches.length < limit; index += 1) {
      for (const boxes of this.#findOn(index, term, limit - matches.length)) matches.push({ page: index + 1, boxes });
    }
    return matches;
  }

  close(): void {
    this.#form?.close();
    this.#pdfium.FPDF_CloseDocument(this.#document);
    this.#pdfium.wasmExports.free(this.#bytes);
  }

  #sizeOf(index: number): PageSize {
    return this.#withMemory(8, (pointer) => {
      if (this.#pdfium.FPDF_GetPageSizeByIndexF(this.#document, index, pointer) === 0) throw noPage(index);
      const view = new DataView(this.#pdfium.HEAPU8.buffer, pointer, 8);
      const [width, height] = [view.getFloat32(0, true), view.getFloat32(4, true)];
      // A page without a valid size is rendered in Letter size.
      return width > 0 && height > 0 ? ([round(width), round(height)] as const) : ([612, 792] as const);
    });
  }

  #textOf(index: number): string {
    return this.#onText(index, '', (_page, textPage) => {
      const count = this.#pdfium.FPDFText_CountChars(textPage);
      if (count <= 0) return '';
      return this.#withMemory((count + 1) * 2, (pointer) => {
        const length = this.#pdfium.FPDFText_GetText(textPage, 0, count, pointer);
        const end = pointer + Math.max(0, length - 1) * 2;
        return new TextDecoder('utf-16le').decode(this.#pdfium.HEAPU8.slice(pointer, end));
      });
    });
  }

  #findOn(index: number, term: string, limit: number): Box[][] {
    return this.#onText(index, [], (page, textPage) => {
      const words = Buffer.from(`${term}\0`, 'utf16le');
      return this.#withMemory(words.byteLength, (pointer) => {
        this.#pdfium.HEAPU8.set(words, pointer);
        const search = this.#pdfium.FPDFText_FindStart(textPage, pointer, 0, 0);
        const found: Box[][] = [];
        while (found.length < limit && this.#pdfium.FPDFText_FindNext(search) !== 0) {
          const start = this.#pdfium.FPDFText_GetSchResultIndex(search);
          found.push(this.#boxesOf(page, textPage, start, this.#pdfium.FPDFText_GetSchCount(search)));
        }
        this.#pdfium.FPDFText_FindClose(search);
        return found;
      });
    });
  }

  #boxesOf(page: number, textPage: number, start: number, count: number): Box[] {
    const rects = Math.min(20, this.#pdfium.FPDFText_CountRects(textPage, start, count));
    return Array.from({ length: Math.max(0, rects) }, (_, index) =>
      this.#withMemory(32, (pointer) => {
        this.#pdfium.FPDFText_GetRect(textPage, index, pointer, pointer + 8, pointer + 16, pointer + 24);
        const view = new DataView(this.#pdfium.HEAPU8.buffer, pointer, 32);
        const [left, top, right, bottom] = [0, 8, 16, 24].map((at) => view.getFloat64(at, true));
        return this.#boxOnScreen(page, [left, top, right, bottom]);
      }),
    );
  }

  /** A character with its box in line height; null for spaces and line ends that PDFium generated. */
  #letterAt(page: number, textPage: number, index: number): Letter {
    const code = this.#pdfium.FPDFText_GetUnicode(textPage, index);
    return this.#withMemory(16, (pointer) => {
      if (this.#pdfium.FPDFText_GetLooseCharBox(textPage, index, pointer) === 0) return { code, box: null };
      const view = new DataView(this.#pdfium.HEAPU8.buffer, pointer, 16);
      const [left, top, right, bottom] = [0, 4, 8, 12].map((at) => view.getFloat32(at, true));
      return { code, box: this.#boxOnScreen(page, [left, top, right, bottom]) };
    });
  }

  /** Converts a box in page coordinates to one on the rendered page. */
  #boxOnScreen(page: number, [left = 0, top = 0, right = 0, bottom = 0]: readonly (number | undefined)[]): Box {
    const [one, other] = [this.#onScreen(page, left, top), this.#onScreen(page, right, bottom)];
    return {
      left: Math.min(one.x, other.x),
      top: Math.min(one.y, other.y),
      width: Math.abs(one.x - other.x),
      height: Math.abs(one.y - other.y),
    };
  }

  /** Converts a point in page coordinates to the rendered page, which may be rotated and cropped. */
  #onScreen(page: number, x: number, y: number): { x: number; y: number } {
    const side = 10_000;
    return this.#withMemory(8, (pointer) => {
      this.#pdfium.FPDF_PageToDevice(page, 0, 0, side, side, 0, x, y, pointer, pointer + 4);
      const view = new DataView(this.#pdfium.HEAPU8.buffer, pointer, 8);
      return { x: view.getInt32(0, true) / side, y: view.getInt32(4, true) / side };
    });
  }

  async #onPage<T>(index: number, work: (page: number) => Promise<T>): Promise<T> {
    const page = this.#pdfium.FPDF_LoadPage(this.#document, index);
    if (page === 0) throw index < this.pageCount ? new RenderError('damaged', `page ${index + 1}`) : noPage(index);
    try {
      return await work(page);
    } finally {
      this.#pdfium.FPDF_ClosePage(page);
    }
  }

  /** Returns `fallback` for a page that cannot be read, so that the others still can. */
  #onText<T>(index: number, fallback: T, work: (page: number, textPage: number) => T): T {
    const page = this.#pdfium.FPDF_LoadPage(this.#document, index);
    if (page === 0) return fallback;
    const textPage = this.#pdfium.FPDFText_LoadPage(page);
    try {
      return textPage === 0 ? fallback : work(page, textPage);
    } finally {
      if (textPage !== 0) this.#pdfium.FPDFText_ClosePage(textPage);
      this.#pdfium.FPDF_ClosePage(page);
    }
  }

  #withMemory<T>(size: number, work: (pointer: number) => T): T {
    const pointer = this.#pdfium.wasmExports.malloc(size);
    try {
      return work(pointer);
    } finally {
      this.#pdfium.wasmExports.free(pointer);
    }
  }
}

const round = (value: number) => Math.round(value * 10) / 10;
const noPage = (index: number) => new RenderError('no_page', `page ${index + 1}`);
