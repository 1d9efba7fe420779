import { degrees, PageSizes, PDFDocument } from '@cantoo/pdf-lib';
import type { PDFEmbeddedPage, PDFPage } from '@cantoo/pdf-lib';

import type { RecordHead, RecordLayout } from '../messages.ts';
import { addPageFrames } from './pageFrames.ts';

const [short, long] = PageSizes.Letter;
const gap = 12;

/** What is known of the pages before they are laid out. */
interface ComposedPages {
  /** Number of pages at the start that are never condensed. */
  first: number;
  /** Indices of the pages that are not from a document. */
  generated: ReadonlySet<number>;
  /** What the page at an index is part of. */
  heads: ReadonlyMap<number, RecordHead>;
}

/** The bytes of a record PDF, with two pages per sheet, page footers and heads if requested. */
export async function layOut(
  pdf: PDFDocument,
  { isCondensed = false, footer, isLetter = false, hasHeads = false }: RecordLayout,
  { first, generated, heads }: ComposedPages,
): Promise<{ pdf: Uint8Array; pageCount: number }> {
  // Two documents may share a sheet, so each page has its head before it is placed there.
  if (isCondensed && hasHeads) await addPageFrames(pdf, undefined, { generated, heads, isLetter: false });
  const laid = isCondensed ? await condensed(pdf, first) : pdf;
  // A sheet gets its own footer, whatever is on it.
  const footed = isCondensed ? new Set([...generated].filter((page) => page < first)) : generated;
  const headed = hasHeads && !isCondensed ? heads : new Map<number, RecordHead>();
  if (footer !== undefined) await addPageFrames(laid, footer, { generated: footed, heads: headed, isLetter });
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
  const { x, y, width: across, height: down } = page.getCropBox();
  const shown = { left: x, bottom: y, right: x + across, top: y + down };
  const embedded: PDFEmbeddedPage = await sheets.embedPage(page, shown);
  const turn = ((page.getRotation().angle % 360) + 360) % 360;
  const isTurned = turn === 90 || turn === 270;
  const [width, height] = isTurned ? [embedded.height, embedded.width] : [embedded.width, embedded.height];
  const [roomWidth, roomHeight] = [long / 2 - 2 * gap, short - 2 * gap];
  const scale = Math.min(roomWidth / width, roomHeight / height);
  const left = (place * long) / 2 + gap + (roomWidth - width * scale) / 2;
  const bottom = gap + (roomHeight - height * scale) / 2;
  sheet.drawPage(embedded, {
    x: left + (turn === 180 || turn === 270 ? width * scale : 0),
    y: bottom + (turn === 180 || turn === 90 ? height * scale : 0),
    width: embedded.width * scale,
    height: embedded.height * scale,
    rotate: degrees(-turn),
  });
}
