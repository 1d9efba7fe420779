import { PageSizes, rgb } from '@cantoo/pdf-lib';
import type { PDFDocument, PDFFont, PDFImage, PDFPage } from '@cantoo/pdf-lib';

import { replacedNote, runsOf, settable } from './letters.ts';
import type { Letters } from './letters.ts';

const [pageWidth, pageHeight] = PageSizes.Letter;
export const margin = 54;
const lineWidth = pageWidth - 2 * margin;
export const footerSize = 8;
export const footerBaseline = 30;
/** Largest size of a logo, in points: 2.5 by 0.6 inches. */
const logoBox = { width: 180, height: 43 };
/** Between blocks beside each other. */
const columnGap = 18;
/** Kept free for the page number. */
export const numberWidth = 90;

export const ink = rgb(0.1, 0.1, 0.1);
const dimmed = rgb(0.38, 0.38, 0.38);
export const footerInk = dimmed;

interface Style {
  size?: number;
  isBold?: boolean;
  isDimmed?: boolean;
}

interface Line {
  text: string;
  font: PDFFont;
  size: number;
  color: typeof ink;
}

interface Column {
  left: number;
  width: number;
}

const wholeWidth: Column = { left: margin, width: lineWidth };

/** Sets text from top to bottom on as many pages as needed. Its fonts must be prepared before. */
export class Typesetter {
  readonly #pdf: PDFDocument;
  readonly #letters: Letters;
  readonly #footer: string;
  #page: PDFPage;
  #y = 0;
  #isReplaced = false;
  pageCount = 0;

  constructor(pdf: PDFDocument, letters: Letters, footer: string) {
    this.#pdf = pdf;
    this.#letters = letters;
    this.#footer = settable(footer).text;
    this.#page = this.#nextPage();
  }

  text(value: string, style: Style = {}): void {
    for (const line of this.#wrapped(value, style, lineWidth)) {
      if (this.#y < margin + 24 + line.size) this.#page = this.#nextPage();
      this.#y -= line.size * 1.4;
      this.#setLine(line.text, line);
    }
  }

  /** The lines of a text, which may have several paragraphs, no wider than `most`. */
  #wrapped(value: string, { size = 10, isBold = false, isDimmed = false }: Style, most: number): Line[] {
    return value.split('\n').flatMap((paragraph) => {
      const { text, isReplaced } = settable(paragraph);
      this.#isReplaced ||= isReplaced;
      const font = this.#letters.fontOf(text, isBold);
      const color = isDimmed ? dimmed : ink;
      return [...linesOf(text, font, size, most)].map((line) => ({ text: line, font, size, color }));
    });
  }

  /** The head of a letter: a logo or name on the left, lines on the right, and a rule below both. */
  head(logo: PDFImage | string, lines: readonly string[]): void {
    const top = this.#y;
    if (typeof logo === 'string') {
      for (const line of logo === '' ? [] : this.#wrapped(logo, { size: 14, isBold: true }, logoBox.width)) {
        this.#y -= line.size * 1.25;
        this.#setLine(line.text, line, { left: margin, width: logoBox.width });
      }
    } else {
      const scale = Math.min(logoBox.width / logo.width, logoBox.height / logo.height);
      const [width, height] = [logo.width * scale, logo.height * scale];
      this.#y -= height;
      this.#page.drawImage(logo, { x: margin, y: this.#y, width, height });
    }
    const bottom = this.#y;
    this.#y = top;
    const size = 9;
    for (const [index, line] of lines.entries()) {
      const { text, isReplaced } = settable(line);
      this.#isReplaced ||= isReplaced;
      const font = this.#letters.fontOf(text, index === 0);
      for (const part of linesOf(text, font, size, lineWidth - logoBox.width - 12)) {
        this.#y -= size * 1.35;
        const x = pageWidth - margin - font.widthOfTextAtSize(part, size);
        this.#page.drawText(part, { font, size, color: ink, x, y: this.#y });
      }
    }
    this.#y = Math.min(bottom, this.#y) - 8;
    this.#page.drawLine({
      start: { x: margin, y: this.#y },
      end: { x: pageWidth - margin, y: this.#y },
      thickness: 0.75,
      color: ink,
    });
    this.#y -= 8;
  }

  /** Blocks beside each other, each a label, a name and further lines. Very long ones follow each other instead. */
  columns(blocks: readonly { label: string; lines: readonly string[] }[]): void {
    const width = (lineWidth - columnGap * (blocks.length - 1)) / blocks.length;
    const styled = blocks.map(({ label, lines }): [string, Style][] => [
      [label, { size: 9, isBold: true }],
      ...lines.map((line, index): [string, Style] => [line, { size: 11, isBold: index === 0 }]),
    ]);
    const columns = styled.map((lines) => lines.flatMap(([line, style]) => this.#wrapped(line, style, width)));
    const height = Math.max(...columns.map((lines) => lines.reduce((sum, { size }) => sum + size * 1.4, 0)));
    if (height > pageHeight / 2) {
      for (const lines of styled) {
        for (const [line, style] of lines) this.text(line, style);
        this.gap(9);
      }
      return;
    }
    this.keep(height);
    const top = this.#y;
    for (const [index, lines] of columns.entries()) {
      this.#y = top;
      const column = { left: margin + index * (width + columnGap), width };
      for (const line of lines) {
        this.#y -= line.size * 1.4;
        this.#setLine(line.text, line, column);
      }
    }
    this.#y = top - height;
  }

  /** Begins a new page unless this much fits on the current one: a label stays with its text. */
  keep(points: number): void {
    if (this.#y < margin + 24 + points) this.#page = this.#nextPage();
  }

  gap(points: number): void {
    this.#y -= points;
  }

  /** Adds a note if characters were replaced. */
  end(): void {
    if (!this.#isReplaced) return;
    this.gap(8);
    this.text(replacedNote, { size: 9, isDimmed: true });
  }

  /** @param column null for a footer, which is never set from the right: the page number is there */
  #setLine(line: string, { font, size, color }: Omit<Line, 'text'>, column: Column | null = wholeWidth): void {
    const { runs, isFromRight } = runsOf(line);
    const widths = runs.map((run) => font.widthOfTextAtSize(run, size));
    const { left, width } = column ?? wholeWidth;
    let x = isFromRight && column !== null ? left + width - widths.reduce((sum, one) => sum + one, 0) : left;
    for (const [index, run] of runs.entries()) {
      this.#page.drawText(run, { font, size, color, x, y: this.#y });
      x += widths[index] ?? 0;
    }
  }

  #nextPage(): PDFPage {
    this.pageCount += 1;
    this.#page = this.#pdf.addPage(PageSizes.Letter);
    this.#y = footerBaseline;
    const font = this.#letters.fontOf(this.#footer, false);
    const [line = ''] = linesOf(this.#footer, font, footerSize, lineWidth - numberWidth);
    this.#setLine(line, { font, size: footerSize, color: footerInk }, null);
    this.#y = pageHeight - margin;
    return this.#page;
  }
}

/** Wraps text into lines no wider than the page or the given width. Wider words, such as digests, are broken. */
export function* linesOf(text: string, font: PDFFont, size: number, most = lineWidth): Generator<string> {
  const widths = new Map<string, number>();
  // Measured word by word: shaping the whole line for each word would take seconds for a long text.
  const widthOf = (word: string): number => {
    const width = widths.get(word) ?? font.widthOfTextAtSize(word, size);
    widths.set(word, width);
    return width;
  };
  const space = widthOf(' ');
  let line: string[] = [];
  let width = 0;
  for (const word of text.split(' ')) {
    if (line.length > 0 && width + space + widthOf(word) <= most) {
      line.push(word);
      width += space + widthOf(word);
      continue;
    }
    if (line.length > 0) yield line.join(' ');
    let rest = word;
    while (widthOf(rest) > most) {
      const signs = Array.from(rest);
      const fitting = Math.max(1, Math.floor((signs.length * most) / widthOf(rest)) - 1);
      yield signs.slice(0, fitting).join('');
      rest = signs.slice(fitting).join('');
    }
    [line, width] = [[rest], widthOf(rest)];
  }
  yield line.join(' ');
}
