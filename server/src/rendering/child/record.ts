import { readFile, stat } from 'node:fs/promises';

import { PDFDocument, PageSizes, StandardFonts, rgb } from '@cantoo/pdf-lib';
import type { PDFFont, PDFPage } from '@cantoo/pdf-lib';

import { renderLimits } from '../limits.ts';
import { RenderError } from '../messages.ts';
import type { ComposedRecord, RecordPart, RecordText, RenderProblem } from '../messages.ts';
import { openDicom } from './dicom.ts';
import { openImage } from './images.ts';
import type { OpenFile } from './openFile.ts';
import { openRtf } from './rtf.ts';

const [pageWidth, pageHeight] = PageSizes.Letter;
const margin = 54;
const lineWidth = pageWidth - 2 * margin;
/** Width of a scanned page, in pixels: 150 dots per inch. */
const imageWidth = 1_240;
/** Pages of one text; what follows is left out, and said to be. */
const mostTextPages = 200;

const ink = rgb(0.1, 0.1, 0.1);
const dimmed = rgb(0.38, 0.38, 0.38);

const problemTexts: Record<RenderProblem, string> = {
  encrypted:
    'This document is locked with a password and could not be included. Open it in the portal or ask the sender for it.',
  damaged: 'This document is damaged and could not be included. Open it in the portal or ask the sender for it.',
  too_large: 'This document is too large to be included. Open it in the portal.',
  too_slow: 'This document took too long to read and could not be included. Open it in the portal.',
  crashed: 'This document could not be read and was not included. Open it in the portal or ask the sender for it.',
  busy: 'This document could not be read and was not included. Open it in the portal.',
  no_page: 'This document cannot be shown as pages and was not included. Open it in the portal.',
};

interface Fonts {
  plain: PDFFont;
  bold: PDFFont;
}

/** The signs of the standard fonts. Others are written without their accent where there is one, or as a question mark. */
const known =
  /[^\u0020-\u007e\u00a0-\u00ff\u20ac\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u017d\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u017e\u0178]/gu;
const encodable = (text: string) => text.replace(known, (sign) => sign.normalize('NFKD').replace(known, '') || '?');

/** Sets text from top to bottom, on as many pages as it takes. */
class Typesetter {
  readonly #pdf: PDFDocument;
  readonly #fonts: Fonts;
  readonly #footer: string;
  #page: PDFPage;
  #y = 0;
  pageCount = 0;

  constructor(pdf: PDFDocument, fonts: Fonts, footer: string) {
    this.#pdf = pdf;
    this.#fonts = fonts;
    this.#footer = footer;
    this.#page = this.#nextPage();
  }

  text(value: string, { size = 10, isBold = false, isDimmed = false, indent = 0 } = {}): void {
    const font = isBold ? this.#fonts.bold : this.#fonts.plain;
    for (const line of linesOf(encodable(value), font, size, lineWidth - indent)) {
      if (this.#y < margin + 24 + size) this.#page = this.#nextPage();
      this.#y -= size * 1.4;
      this.#page.drawText(line, { x: margin + indent, y: this.#y, size, font, color: isDimmed ? dimmed : ink });
    }
  }

  gap(points: number): void {
    this.#y -= points;
  }

  #nextPage(): PDFPage {
    this.pageCount += 1;
    const page = this.#pdf.addPage(PageSizes.Letter);
    page.drawText(encodable(this.#footer).slice(0, 110), {
      x: margin,
      y: 30,
      size: 8,
      font: this.#fonts.plain,
      color: dimmed,
    });
    this.#y = pageHeight - margin;
    return page;
  }
}

/** Lines no wider than this; words that are wider, digests for instance, are broken. */
function* linesOf(text: string, font: PDFFont, size: number, width: number): Generator<string> {
  for (const paragraph of text.split('\n')) {
    let line = '';
    for (const word of paragraph.replaceAll('\t', '    ').split(' ')) {
      const longer = line === '' ? word : `${line} ${word}`;
      if (font.widthOfTextAtSize(longer, size) <= width) {
        line = longer;
        continue;
      }
      if (line !== '') yield line;
      line = word;
      while (font.widthOfTextAtSize(line, size) > width) {
        const fitting = Math.max(1, Math.floor((line.length * width) / font.widthOfTextAtSize(line, size)) - 1);
        yield line.slice(0, fitting);
        line = line.slice(fitting);
      }
    }
    yield line;
  }
}

function setCover(pdf: PDFDocument, fonts: Fonts, cover: RecordText, footer: string, problem?: RenderProblem): void {
  const set = new Typesetter(pdf, fonts, footer);
  set.text(cover.title, { size: 18, isBold: true });
  set.gap(10);
  if (problem !== undefined) {
    set.text(problemTexts[problem], { size: 11, isBold: true });
    set.gap(8);
  }
  for (const [label, value] of cover.facts) {
    set.text(label, { size: 8.5, isDimmed: true });
    set.text(value, { size: 10.5 });
    set.gap(5);
  }
  for (const paragraph of cover.paragraphs) {
    set.gap(4);
    set.text(paragraph);
  }
}

function setText(pdf: PDFDocument, fonts: Fonts, text: string, footer: string): void {
  const set = new Typesetter(pdf, fonts, footer);
  for (const line of text.split(/\r\n?|\n/)) {
    if (set.pageCount > mostTextPages)
      return set.text('The rest of this text is left out. Open it in the portal.', { isBold: true });
    set.text(line, { size: 9.5 });
  }
}

/** Each page of a picture or scan, as large as it fits. */
async function addPictures(pdf: PDFDocument, file: OpenFile): Promise<void> {
  const { pageSizes } = await file.inspect();
  for (const [index] of pageSizes.entries()) {
    const bytes = await file.page?.(index + 1, imageWidth);
    if (bytes === undefined) throw new RenderError('no_page');
    const picture = await pdf.embedJpg(bytes);
    const scale = Math.min((pageWidth - 36) / picture.width, (pageHeight - 36) / picture.height, 1);
    const [width, height] = [picture.width * scale, picture.height * scale];
    const page = pdf.addPage(PageSizes.Letter);
    page.drawImage(picture, { x: (pageWidth - width) / 2, y: (pageHeight - height) / 2, width, height });
  }
}

async function addPdf(pdf: PDFDocument, path: string): Promise<void> {
  const source = await PDFDocument.load(await readFile(path), {
    ignoreEncryption: true,
    updateMetadata: false,
    throwOnInvalidObject: true,
  });
  if (source.isEncrypted) throw new RenderError('encrypted');
  if (source.getPageCount() === 0) throw new RenderError('damaged');
  if (source.getPageCount() > renderLimits.pages) throw new RenderError('too_large');
  for (const page of await pdf.copyPages(source, source.getPageIndices())) pdf.addPage(page);
}

async function addFile(pdf: PDFDocument, fonts: Fonts, part: RecordPart): Promise<void> {
  const { file, text, footer } = part;
  if (text !== undefined) setText(pdf, fonts, text, footer);
  if (file === undefined) return;
  if ((await stat(file.path)).size > renderLimits.fileBytes) throw new RenderError('too_large');
  if (file.kind === 'pdf') return await addPdf(pdf, file.path);
  const opened = await { image: openImage, dicom: openDicom, rtf: openRtf }[file.kind](file.path);
  try {
    if (file.kind !== 'rtf') return await addPictures(pdf, opened);
    setText(pdf, fonts, ((await opened.text?.()) ?? []).join('\n'), footer);
  } finally {
    opened.close();
  }
}

/** A part that can be added as a whole: its file is read before anything of it is in the record. */
async function composePart(part: RecordPart): Promise<PDFDocument> {
  const pdf = await PDFDocument.create();
  const fonts = await embedFonts(pdf);
  setCover(pdf, fonts, part.cover, part.footer);
  await addFile(pdf, fonts, part);
  return pdf;
}

async function embedFonts(pdf: PDFDocument): Promise<Fonts> {
  return {
    plain: await pdf.embedFont(StandardFonts.Helvetica),
    bold: await pdf.embedFont(StandardFonts.HelveticaBold),
  };
}

/** One PDF of all parts. A file that cannot be read leaves a cover that says so; the others are not affected. */
export async function composeRecord(parts: readonly RecordPart[]): Promise<ComposedRecord> {
  const record = await PDFDocument.create();
  const fonts = await embedFonts(record);
  const left: ComposedRecord['left'] = [];
  for (const [index, part] of parts.entries()) {
    try {
      const pdf = await composePart(part);
      for (const page of await record.copyPages(pdf, pdf.getPageIndices())) record.addPage(page);
    } catch (error) {
      const problem = error instanceof RenderError ? error.problem : 'damaged';
      setCover(record, fonts, part.cover, part.footer, problem);
      left.push({ part: index, problem });
    }
  }
  return { pdf: await record.save(), pageCount: record.getPageCount(), left };
}
