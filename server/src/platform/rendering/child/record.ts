import { PDFDocument, PageSizes } from '@cantoo/pdf-lib';

import { renderLimits } from '../limits.ts';
import { RenderError } from '../messages.ts';
import type { ComposedRecord, ReceivedPart, RecordHead, RecordLayout, RecordText, RenderProblem } from '../messages.ts';
import { openDicom } from './dicom.ts';
import { drawAnnotations } from './annotations.ts';
import { readHeldFile } from './clinical.ts';
import { layOut } from './layout.ts';
import { Letters } from './letters.ts';
import type { OpenFile } from './openFile.ts';
import { openPdf } from './pdf.ts';
import { Typesetter } from './typesetter.ts';
import { openPicture } from './twelveBits.ts';

const [pageWidth, pageHeight] = PageSizes.Letter;
/** Width of a scanned page, in pixels: 150 dots per inch. */
const imageWidth = 1_240;
/** Maximum pages of one text; the rest is left out with a note. */
const mostTextPages = 200;

const problemTexts: Record<RenderProblem, string> = {
  encrypted:
    'This document is locked with a password and could not be included. Open it in the portal or ask the sender for it.',
  damaged: 'This document is damaged and could not be included. Open it in the portal or ask the sender for it.',
  twelve_bits:
    'This picture has 12 bits per color and could not be included. Open it in the portal or ask the sender for it.',
  unsupported:
    'This document is stored in a form that could not be included. Open it in the portal or ask the sender for it.',
  too_large: 'This document is too large to be included. Open it in the portal or ask the sender for it.',
  too_slow:
    'This document took too long to read and could not be included. Open it in the portal or ask the sender for it.',
  crashed: 'This document could not be read and was not included. Open it in the portal or ask the sender for it.',
  busy: 'This document could not be read and was not included. Open it in the portal or ask the sender for it.',
  no_page:
    'This document cannot be shown as pages and was not included. Open it in the portal or ask the sender for it.',
};

interface Setting {
  pdf: PDFDocument;
  letters: Letters;
  footer: string;
}

async function setLetter({ pdf, letters, footer }: Setting, letter: RecordText): Promise<void> {
  const { title, letterhead = [], mark, meta = '', blocks = [], facts, paragraphs } = letter;
  const lines = blocks.flat().flatMap((block) => block.lines);
  await letters.prepare({
    plain: [footer, meta, ...letterhead, ...lines, ...facts.map(([, value]) => value), ...paragraphs],
    bold: [
      title,
      mark?.name ?? '',
      ...letterhead.slice(0, 1),
      ...blocks.flat().map((block) => block.lines[0] ?? ''),
      ...facts.map(([label]) => label),
    ],
  });
  const set = new Typesetter(pdf, letters, footer);
  if (mark !== undefined) {
    const { logo, name } = mark;
    set.head(logo === null ? name : await pdf.embedJpg(Buffer.from(logo, 'base64')), letterhead);
  }
  set.text(title, { size: 16, isBold: true });
  if (meta !== '') set.text(meta, { size: 11 });
  set.gap(9);
  for (const row of blocks) {
    set.columns(row);
    set.gap(9);
  }
  for (const [label, value] of facts) {
    set.keep(30);
    set.text(label, { size: 9, isBold: true });
    set.text(value, { size: 11 });
    set.gap(9);
  }
  for (const paragraph of paragraphs) {
    set.gap(4);
    set.text(paragraph);
  }
  set.end();
}

/** A page that stands in place of a document. */
async function setReason({ pdf, letters, footer }: Setting, reason: string): Promise<void> {
  await letters.prepare({ plain: [footer], bold: [reason] });
  new Typesetter(pdf, letters, footer).text(reason, { size: 11, isBold: true });
}

/** @returns whether the text is complete */
async function setText({ pdf, letters, footer }: Setting, text: string): Promise<boolean> {
  const lines = text.split(/\r\n?|\n/);
  await letters.prepare({ plain: [footer, ...lines] });
  const set = new Typesetter(pdf, letters, footer);
  let isComplete = true;
  for (const line of lines) {
    if (set.pageCount > mostTextPages) {
      set.text('The rest of this text is left out. Open it in the portal or ask the sender for it.', { isBold: true });
      isComplete = false;
      break;
    }
    set.text(line, { size: 9.5 });
  }
  set.end();
  return isComplete;
}

/** Adds each page of a picture or scan, scaled to fit. */
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

async function addPdf(pdf: PDFDocument, bytes: Uint8Array): Promise<void> {
  const source = await PDFDocument.load(bytes, { updateMetadata: false, throwOnInvalidObject: true });
  if (source.getPageCount() === 0) throw new RenderError('damaged');
  if (source.getPageCount() > renderLimits.pages) throw new RenderError('too_large');
  for (const page of await pdf.copyPages(source, source.getPageIndices())) pdf.addPage(page);
}

/** Content of a document: a text or pages. */
type Contents = { text: string } | { pages: PDFDocument };
type ReceivedDocument = Exclude<ReceivedPart, { letter: unknown }>;

/** Reads a document completely, so that nothing of it is in the record if it cannot be read. */
async function read({ file, text }: ReceivedDocument): Promise<Contents | null> {
  if (text !== undefined) return { text };
  if (file === undefined) return null;
  const pages = await PDFDocument.create();
  const { kind, bytes } = file.kind === 'clinical' ? readHeldFile(file.bytes) : file;
  // Encrypted pages cannot be copied, but drawn if they open without a password.
  if (kind === 'pdf' && !bytes.includes('/Encrypt')) {
    await addPdf(pages, bytes);
    return { pages };
  }
  const open = kind === 'pdf' ? openPdf : kind === 'dicom' ? openDicom : openPicture;
  const opened = await open(bytes);
  try {
    await addPictures(pages, opened);
    return { pages };
  } finally {
    opened.close();
  }
}

/** @returns whether the document is complete; one that cannot be read is replaced by a page that says so */
async function setDocument(setting: Setting, part: ReceivedDocument, own: Set<number>): Promise<boolean> {
  const { pdf } = setting;
  try {
    const contents = await read(part);
    if (contents === null) {
      await setReason(setting, part.reason ?? problemTexts.no_page);
      return false;
    }
    if ('text' in contents) return (await setText(setting, contents.text)) && part.isLeftOut !== true;
    const pages = await pdf.copyPages(contents.pages, contents.pages.getPageIndices());
    for (const page of pages) drawAnnotations(page);
    for (const page of pages) {
      own.add(pdf.getPageCount());
      pdf.addPage(page);
    }
    return true;
  } catch (error) {
    await setReason(setting, problemTexts[error instanceof RenderError ? error.problem : 'damaged']);
    return false;
  }
}

/** Composes one PDF of all parts. */
export async function composeRecord(
  parts: readonly ReceivedPart[],
  layout: RecordLayout = {},
): Promise<ComposedRecord> {
  const pdf = await PDFDocument.create();
  const letters = await Letters.of(pdf);
  const leftOut: string[] = [];
  /** Pages that came with a document. */
  const own = new Set<number>();
  const heads = new Map<number, RecordHead>();
  let first = 0;
  for (const [index, part] of parts.entries()) {
    // A sheet of two pages has one footer for both.
    const isOnSheet = layout.isCondensed === true && layout.footer !== undefined && index > 0;
    const setting = { pdf, letters, footer: isOnSheet ? '' : part.footer };
    const before = pdf.getPageCount();
    if ('letter' in part) await setLetter(setting, part.letter);
    else {
      if (!(await setDocument(setting, part, own))) leftOut.push(part.head.title);
      for (let page = before; page < pdf.getPageCount(); page += 1) heads.set(page, part.head);
    }
    if (index === 0) first = pdf.getPageCount();
  }
  const generated = new Set(pdf.getPageIndices().filter((page) => !own.has(page)));
  return { ...(await layOut(pdf, layout, { first, generated, heads })), leftOut };
}
