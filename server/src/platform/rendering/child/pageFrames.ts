import { degrees, PageSizes, PDFName, rgb } from '@cantoo/pdf-lib';
import type { PDFDocument, PDFPage } from '@cantoo/pdf-lib';

import type { RecordHead } from '../messages.ts';
import { Letters, runsOf, settable } from './letters.ts';
import { footerBaseline, footerInk, footerSize, ink, linesOf, margin, numberWidth } from './typesetter.ts';

/** Height of the strips over and below a document's page of letter width. They grow with the page. */
const stripHeights = { over: 44, below: 22 };
const [letterWidth, letterHeight] = PageSizes.Letter;
const headSize = 10;

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

/** White space added around a page as it is shown. It holds the strips over and below it. */
interface Room {
  sides: number;
  top: number;
  bottom: number;
  /** Length of a point of the strips in the page's own units. */
  unit: number;
  /** Width of the strips in points. */
  stripWidth: number;
}

/** A page with the space for what stands over and below its content, measured as it is shown, in points. */
interface Sheet {
  page: PDFPage;
  /** The shown area, in the page's own units. */
  frame: Box;
  turn: number;
  /** Length of a point in the page's own units. */
  unit: number;
  width: number;
  /** Space before and after the lines. */
  margin: number;
  /** Height of the line at the bottom, and of those at the top. */
  levels: { footer: number; title: number; about: number; rule: number };
}

export interface FramedPages {
  /** Indices of the generated pages. */
  generated: ReadonlySet<number>;
  /** What stands over the page at an index. */
  heads: ReadonlyMap<number, RecordHead>;
  /** Scale the pages of documents to Letter. */
  isLetter: boolean;
}

/**
 * Adds "Page 3 of 12" to every page, and over the pages of a document what it is. Generated pages have a footer already,
 * and space for both. The pages of documents get head, footer and number on strips, which cover nothing.
 * @param footer undefined for heads only
 */
export async function addPageFrames(
  pdf: PDFDocument,
  footer: string | undefined,
  { generated, heads, isLetter }: FramedPages,
): Promise<void> {
  const letters = await Letters.of(pdf);
  const words = settable(footer ?? '').text;
  const all = [...new Set(heads.values())];
  await letters.prepare({
    plain: [words, ...all.flatMap(({ about, place }) => [about, place])],
    bold: all.map(({ title }) => title),
  });
  const pages = pdf.getPages();
  for (const [index, page] of pages.entries()) {
    const head = heads.get(index);
    const isGenerated = generated.has(index);
    const sheet = isGenerated ? generatedSheet(page) : addStrips(page, { isLetter, hasHead: head !== undefined });
    if (head !== undefined) setHead(sheet, head, letters);
    if (footer === undefined) continue;
    if (!isGenerated) setLine(sheet, words, { letters, level: 'footer' });
    setLine(sheet, `Page ${index + 1} of ${pages.length}`, { letters, level: 'footer', isLast: true });
    if (isLetter && !isGenerated) scaleToLetter(page, sheet);
  }
}

function setHead(sheet: Sheet, { title, about, place }: RecordHead, letters: Letters): void {
  setLine(sheet, settable(title).text, { letters, level: 'title' });
  setLine(sheet, place, { letters, level: 'title', isLast: true });
  setLine(sheet, settable(about).text, { letters, level: 'about' });
  const [start, end] = [sheet.margin, sheet.width - sheet.margin].map((along) =>
    placeIn(sheet, { along, up: sheet.levels.rule }),
  ) as [Place, Place];
  sheet.page.drawLine({ start, end, thickness: 0.5 * sheet.unit, color: footerInk });
}

/** Sets a line of the head or footer, cut where it has no room; the last part of one ends at the margin. */
function setLine(
  { page, width, margin, levels, ...sheet }: Sheet,
  text: string,
  { letters, level, isLast = false }: { letters: Letters; level: 'footer' | 'title' | 'about'; isLast?: boolean },
): void {
  const isTitle = level === 'title' && !isLast;
  const font = letters.fontOf(text, isTitle);
  const points = isTitle ? headSize : footerSize;
  const most = width - 2 * margin - (isLast ? 0 : numberWidth);
  const [line = '', more] = linesOf(text, font, points, most);
  const cut = more === undefined ? line : `${line}…`;
  let along = isLast ? width - margin - font.widthOfTextAtSize(line, points) : margin;
  for (const run of runsOf(cut).runs) {
    const { x, y, turn } = placeIn(sheet, { along, up: levels[level] });
    page.drawText(run, {
      x,
      y,
      rotate: degrees(turn),
      size: points * sheet.unit,
      font,
      color: isTitle ? ink : footerInk,
    });
    along += font.widthOfTextAtSize(run, points);
  }
}

/** A page of ours, which has space in its margins. */
function generatedSheet(page: PDFPage): Sheet {
  const { width, height } = page.getSize();
  const levels = { footer: footerBaseline, title: height - 30, about: height - 41, rule: height - 47 };
  return { page, frame: { x: 0, y: 0, width, height }, turn: 0, unit: 1, width, margin, levels };
}

/** Adds white space with strips over and below the page as it is shown, whatever its rotation. */
function addStrips(page: PDFPage, { isLetter, hasHead }: { isLetter: boolean; hasHead: boolean }): Sheet {
  const shown = shownBox(page);
  const turn = ((page.getRotation().angle % 360) + 360) % 360;
  const isTurned = turn === 90 || turn === 270;
  const [width, height] = isTurned ? [shown.height, shown.width] : [shown.width, shown.height];
  const over = hasHead ? stripHeights.over : 0;
  const { unit, stripWidth, ...room } = isLetter ? roomOnLetter(width, height, over) : roomAround(width, over);
  const frame = enlarged(shown, turn, room);
  const media = union(page.getMediaBox(), frame);
  page.setMediaBox(media.x, media.y, media.width, media.height);
  page.setCropBox(frame.x, frame.y, frame.width, frame.height);
  // Hides what the document has outside of its shown area.
  for (const box of around(shown, frame)) page.drawRectangle({ ...box, color: rgb(1, 1, 1) });
  const top = (isTurned ? frame.width : frame.height) / unit;
  const levels = { footer: 8, title: top - 20, about: top - 31, rule: top - 37 };
  return { page, frame, turn, unit, width: stripWidth, margin: 24, levels };
}

/** A page without a valid size is shown in Letter size. */
function shownBox(page: PDFPage): Box {
  const box = page.getCropBox();
  return box.width > 0 && box.height > 0 ? box : { x: 0, y: 0, width: letterWidth, height: letterHeight };
}

/** Only the strips, as wide as the page. */
function roomAround(width: number, over: number): Room {
  const unit = width / letterWidth;
  return { sides: 0, top: over * unit, bottom: stripHeights.below * unit, unit, stripWidth: letterWidth };
}

/** The strips, and what makes the page as high and wide as a Letter page in the same orientation. */
function roomOnLetter(width: number, height: number, over: number): Room {
  const [across, down] = width > height ? [letterHeight, letterWidth] : [letterWidth, letterHeight];
  const free = down - over - stripHeights.below;
  const unit = Math.max(width / across, height / free);
  const sides = (across * unit - width) / 2;
  const rest = (free * unit - height) / 2;
  return { sides, top: rest + over * unit, bottom: rest + stripHeights.below * unit, unit, stripWidth: across };
}

/** Scales content and annotations, so that the page with its strip has Letter size. */
function scaleToLetter(page: PDFPage, { frame, unit }: Pick<Sheet, 'frame' | 'unit'>): void {
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
function enlarged(
  { x, y, width, height }: Box,
  turn: number,
  { sides, top, bottom }: Pick<Room, 'sides' | 'top' | 'bottom'>,
): Box {
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

/** A place of the page as it is shown, from its bottom left. */
function placeIn(
  { frame, turn, unit }: Pick<Sheet, 'frame' | 'turn' | 'unit'>,
  at: { along: number; up: number },
): Place {
  const [along, up] = [at.along * unit, at.up * unit];
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
