import { degrees, PageSizes, PDFDocument, rgb } from '@cantoo/pdf-lib';
import type { PDFEmbeddedPage, PDFPage } from '@cantoo/pdf-lib';

import type { RecordLayout } from '../messages.ts';
import { Letters, runsOf, settable } from './letters.ts';
import { addPageFooters } from './pageFooters.ts';

const [short, long] = PageSizes.Letter;
const gap = 12;

/** What is known of the pages before they are laid out. */
interface ComposedPages {
  /** Number of pages at the start that are never condensed. */
  first: number;
  /** Indices of the pages that are not from a document. */
  generated: ReadonlySet<number>;
}

/** The bytes of a record PDF, with two pages per sheet and page numbers if requested. */
export async function layOut(
  pdf: PDFDocument,
  { isCondensed = false, numbered, footer }: RecordLayout,
  { first, generated }: ComposedPages,
): Promise<{ pdf: Uint8Array; pageCount: number }> {
  const laid = isCondensed ? await condensed(pdf, first) : pdf;
  if (numbered !== undefined) await numberPages(laid, numbered);
  else if (footer !== undefined) await addPageFooters(laid, footer, generated);
  return { pdf: await laid.save(), pageCount: laid.getPageCount() };
}

async function condensed(pdf: PDFDocument, firstPages: number): Promise<PDFDocument> {
  // Saved and loaded again, because newly set pages have no content stream yet.
  const source = await PDFDocument.load(await pdf.save(), { updateMetadata: false });
  const sheets = await PDFDocument.create();
  const indices = source.getPageIndices();
  for (const page of await sheets.copyPages(source, indices.slice(0, firstPages))) sheets.addPage(page);
  const rest = source.getPages().slice(firstPages);
  for (let at = 0; at < rest.length; at += 2) {
    const sheet = sheets.addPage([long, short]);
    for (const [place, page] of rest.slice(at, at + 2).entries()) {
      await setPage(sheets, sheet, page, place);
    }
  }
  return sheets;
}

/** Places one page on the left or right half of a sheet, with its rotation applied. */
async function setPage(sheets: PDFDocument, sheet: PDFPage, page: PDFPage, place: number): Promise<void> {
  // An empty page has nothing to draw.
  if (page.node.Contents() === undefined) return;
  const embedded: PDFEmbeddedPage = await sheets.embedPage(page);
  const turn = ((page.getRotation().angle % 360) + 360) % 360;
  const isTurned = turn === 90 || turn === 270;
  const [width, height] = isTurned ? [embedded.height, embedded.width] : [embedded.width, embedded.height];
  const [roomWidth, roomHeight] = [long / 2 - 2 * gap, short - 2 * gap - 14];
  const scale = Math.min(roomWidth / width, roomHeight / height);
  const left = (place * long) / 2 + gap + (roomWidth - width * scale) / 2;
  const bottom = gap + 14 + (roomHeight - height * scale) / 2;
  sheet.drawPage(embedded, {
    x: left + (turn === 180 || turn === 270 ? width * scale : 0),
    y: bottom + (turn === 180 || turn === 90 ? height * scale : 0),
    width: embedded.width * scale,
    height: embedded.height * scale,
    rotate: degrees(-turn),
  });
}

/** Numbers each page on a white strip at its foot, which covers existing content. */
async function numberPages(pdf: PDFDocument, words: string): Promise<void> {
  const letters = await Letters.of(pdf);
  const known = settable(words).text;
  await letters.prepare({ plain: [known] });
  const font = letters.fontOf(known, false);
  const pages = pdf.getPages();
  for (const [index, page] of pages.entries()) {
    const text = `${known} Page ${index + 1} of ${pages.length}`.trim();
    const width = font.widthOfTextAtSize(text, 8);
    let x = page.getWidth() - width - 24;
    page.drawRectangle({ x: x - 4, y: 8, width: width + 8, height: 13, color: rgb(1, 1, 1) });
    for (const run of runsOf(text).runs) {
      page.drawText(run, { x, y: 12, size: 8, font, color: rgb(0.1, 0.1, 0.1) });
      x += font.widthOfTextAtSize(run, 8);
    }
  }
}
