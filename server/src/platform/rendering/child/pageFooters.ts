import { degrees, PageSizes, PDFName, rgb } from '@cantoo/pdf-lib';
import type { PDFDocument, PDFFont, PDFPage } from '@cantoo/pdf-lib';

import { Letters, runsOf, settable } from './letters.ts';
import { footerBaseline, footerInk, footerSize, linesOf, margin, numberWidth } from './typesetter.ts';

/** Height of the strip below a document's page of letter width. It grows with the page. */
const stripHeight = 22;
/** Space before and after the lines of the strip. */
const stripMargin = 24;
const [letterWidth, letterHeight] = PageSizes.Letter;

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Where a line starts on a page, and its direction there. */
interface Place {
  x: number;
  y: number;
  turn: number;
}

/** White space added around a page as it is shown. It holds the strip at the bottom. */
interface Room {
  sides: number;
  top: number;
  bottom: number;
  /** Length of a point of the strip in the page's own units. */
  unit: number;
  /** Width of the strip in points. */
  stripWidth: number;
}

export interface FooterPages {
  /** Indices of the generated pages. */
  generated: ReadonlySet<number>;
  /** Scale the pages of documents to Letter, for a fax. */
  isLetter: boolean;
}

/**
 * Adds "Page 3 of 12" to every page. Generated pages have a footer already. The pages of documents get footer and number on
 * a strip added below, which covers nothing.
 */
export async function addPageFooters(
  pdf: PDFDocument,
  footer: string,
  { generated, isLetter }: FooterPages,
): Promise<void> {
  const letters = await Letters.of(pdf);
  const words = settable(footer).text;
  await letters.prepare({ plain: [words] });
  const wordsFont = letters.fontOf(words, false);
  const pages = pdf.getPages();
  for (const [index, page] of pages.entries()) {
    const number = `Page ${index + 1} of ${pages.length}`;
    const font = letters.fontOf(number, false);
    const width = font.widthOfTextAtSize(number, footerSize);
    if (generated.has(index)) {
      const x = page.getWidth() - margin - width;
      page.drawText(number, { x, y: footerBaseline, size: footerSize, font, color: footerInk });
      continue;
    }
    const strip = addStrip(page, isLetter);
    const [line = ''] = linesOf(words, wordsFont, footerSize, strip.width - 2 * stripMargin - numberWidth);
    strip.line(line, wordsFont, stripMargin);
    strip.line(number, font, strip.width - stripMargin - width);
    if (isLetter) scaleToLetter(page, strip);
  }
}

/** Adds white space with a strip at the bottom of the page as it is shown, whatever its rotation. */
function addStrip(page: PDFPage, isLetter: boolean) {
  const shown = shownBox(page);
  const turn = ((page.getRotation().angle % 360) + 360) % 360;
  const [width, height] = turn === 90 || turn === 270 ? [shown.height, shown.width] : [shown.width, shown.height];
  const room = isLetter ? roomOnLetter(width, height) : roomBelow(width);
  const frame = enlarged(shown, turn, room);
  const media = union(page.getMediaBox(), frame);
  page.setMediaBox(media.x, media.y, media.width, media.height);
  page.setCropBox(frame.x, frame.y, frame.width, frame.height);
  // Hides what the document has outside of its shown area.
  for (const box of around(shown, frame)) page.drawRectangle({ ...box, color: rgb(1, 1, 1) });
  const { unit, stripWidth } = room;
  const line = (text: string, font: PDFFont, from: number) => {
    let along = from * unit;
    const size = footerSize * unit;
    for (const run of runsOf(text).runs) {
      const place = placeIn(frame, turn, { along, up: 8 * unit });
      page.drawText(run, { x: place.x, y: place.y, rotate: degrees(place.turn), size, font, color: footerInk });
      along += font.widthOfTextAtSize(run, size);
    }
  };
  return { line, width: stripWidth, frame, unit };
}

/** A page without a valid size is shown in Letter size. */
function shownBox(page: PDFPage): Box {
  const box = page.getCropBox();
  return box.width > 0 && box.height > 0 ? box : { x: 0, y: 0, width: letterWidth, height: letterHeight };
}

/** Only the strip, as wide as the page. */
function roomBelow(width: number): Room {
  const unit = width / letterWidth;
  return { sides: 0, top: 0, bottom: stripHeight * unit, unit, stripWidth: letterWidth };
}

/** The strip, and what makes the page as high and wide as a Letter page in the same orientation. */
function roomOnLetter(width: number, height: number): Room {
  const [across, down] = width > height ? [letterHeight, letterWidth] : [letterWidth, letterHeight];
  const unit = Math.max(width / across, height / (down - stripHeight));
  const sides = (across * unit - width) / 2;
  const top = ((down - stripHeight) * unit - height) / 2;
  return { sides, top, bottom: top + stripHeight * unit, unit, stripWidth: across };
}

/** Scales content and annotations, so that the page with its strip has Letter size. */
function scaleToLetter(page: PDFPage, { frame, unit }: { frame: Box; unit: number }): void {
  page.scaleContent(1 / unit, 1 / unit);
  page.scaleAnnotations(1 / unit, 1 / unit);
  const { x, y, width, height } = frame;
  const box = [x / unit, y / unit, Math.round(width / unit), Math.round(height / unit)] as const;
  page.setMediaBox(...box);
  page.setCropBox(...box);
  // They describe the page before it was scaled.
  for (const name of ['BleedBox', 'TrimBox', 'ArtBox', 'UserUnit']) page.node.delete(PDFName.of(name));
}

/** The box with room added at the edges that are shown as top, bottom and sides. */
function enlarged({ x, y, width, height }: Box, turn: number, { sides, top, bottom }: Room): Box {
  const both = top + bottom;
  if (turn === 90) return { x: x - top, y: y - sides, width: width + both, height: height + 2 * sides };
  if (turn === 180) return { x: x - sides, y: y - top, width: width + 2 * sides, height: height + both };
  if (turn === 270) return { x: x - bottom, y: y - sides, width: width + both, height: height + 2 * sides };
  return { x: x - sides, y: y - bottom, width: width + 2 * sides, height: height + both };
}

/** What the outer box has left, right, below and above the inner one. */
function around(inner: Box, outer: Box): Box[] {
  const [right, top] = [inner.x + inner.width, inner.y + inner.height];
  const boxes = [
    { ...outer, width: inner.x - outer.x },
    { ...outer, x: right, width: outer.x + outer.width - right },
    { ...outer, height: inner.y - outer.y },
    { ...outer, y: top, height: outer.y + outer.height - top },
  ];
  return boxes.filter(({ width, height }) => width > 0 && height > 0);
}

/** A place above the edge of the page that is shown at the bottom. */
function placeIn(frame: Box, turn: number, { along, up }: { along: number; up: number }): Place {
  const [right, top] = [frame.x + frame.width, frame.y + frame.height];
  if (turn === 90) return { x: right - up, y: frame.y + along, turn };
  if (turn === 180) return { x: right - along, y: top - up, turn };
  if (turn === 270) return { x: frame.x + up, y: top - along, turn };
  return { x: frame.x + along, y: frame.y + up, turn: 0 };
}

function union(one: Box, other: Box): Box {
  const [x, y] = [Math.min(one.x, other.x), Math.min(one.y, other.y)];
  return {
    x,
    y,
    width: Math.max(one.x + one.width, other.x + other.width) - x,
    height: Math.max(one.y + one.height, other.y + other.height) - y,
  };
}
