import { degrees, rgb } from '@cantoo/pdf-lib';
import type { PDFDocument, PDFFont, PDFPage } from '@cantoo/pdf-lib';

import { Letters, runsOf, settable } from './letters.ts';
import { footerBaseline, footerInk, footerSize, margin } from './typesetter.ts';

/** Height of the strip below a document's page of letter width. It grows with the page. */
const stripHeight = 22;
const letterWidth = 612;

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

/**
 * Adds "Page 3 of 12" to every page. Generated pages have a footer already. The pages of documents keep their content and
 * size, and get footer and number on a strip added below.
 * @param generated indices of the generated pages
 */
export async function addPageFooters(pdf: PDFDocument, footer: string, generated: ReadonlySet<number>): Promise<void> {
  const letters = await Letters.of(pdf);
  const words = settable(footer).text;
  await letters.prepare({ plain: [words] });
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
    const strip = addStrip(page);
    strip.line(words, letters.fontOf(words, false), 24);
    strip.line(number, font, letterWidth - 24 - width);
  }
}

/** Adds a white strip below the page as it is shown, whatever its rotation. Lines are placed as on a page of letter width. */
function addStrip(page: PDFPage) {
  const shown = page.getCropBox();
  const turn = ((page.getRotation().angle % 360) + 360) % 360;
  const scale = (turn === 90 || turn === 270 ? shown.height : shown.width) / letterWidth;
  const added = stripHeight * scale;
  const strip = stripOf(shown, turn, added);
  const larger = union(shown, strip);
  const media = union(page.getMediaBox(), larger);
  page.setMediaBox(media.x, media.y, media.width, media.height);
  page.setCropBox(larger.x, larger.y, larger.width, larger.height);
  // Hides what the document has outside of its shown area.
  page.drawRectangle({ ...strip, color: rgb(1, 1, 1) });
  const line = (text: string, font: PDFFont, from: number) => {
    let along = from * scale;
    const size = footerSize * scale;
    for (const run of runsOf(text).runs) {
      const place = placeIn(strip, turn, { along, up: 8 * scale });
      page.drawText(run, { x: place.x, y: place.y, rotate: degrees(place.turn), size, font, color: footerInk });
      along += font.widthOfTextAtSize(run, size);
    }
  };
  return { line };
}

/** The strip at the edge of the page that is shown at the bottom. */
function stripOf({ x, y, width, height }: Box, turn: number, added: number): Box {
  if (turn === 90) return { x: x + width, y, width: added, height };
  if (turn === 180) return { x, y: y + height, width, height: added };
  if (turn === 270) return { x: x - added, y, width: added, height };
  return { x, y: y - added, width, height: added };
}

function placeIn(strip: Box, turn: number, { along, up }: { along: number; up: number }): Place {
  const [right, top] = [strip.x + strip.width, strip.y + strip.height];
  if (turn === 90) return { x: right - up, y: strip.y + along, turn };
  if (turn === 180) return { x: right - along, y: top - up, turn };
  if (turn === 270) return { x: strip.x + up, y: top - along, turn };
  return { x: strip.x + along, y: strip.y + up, turn: 0 };
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
