import type { Box, PageWord } from '../messages.ts';

/** A code point on a page and its box. */
export interface Letter {
  code: number;
  box: Box | null;
}

/** Maximum characters read per page; a printed page has about 5,000. */
export const mostLetters = 30_000;

const isSpace = (code: number) => code === 0x20 || code === 0xa0 || code === 0x09;
/** PDFium returns a control character for the hyphen of a divided word. */
const signOf = (code: number) => (code === 0x02 ? '-' : String.fromCodePoint(code));
const endsLine = (code: number) => code === 0x0a || code === 0x0d;

/** Groups characters, in file order, into words and lines. A divided word keeps its hyphen. */
export function linesOfWords(letters: readonly Letter[]): PageWord[][] {
  const lines: PageWord[][] = [];
  let line: Word[] = [];
  let word: Word | undefined;
  const endWord = () => {
    if (word !== undefined) line.push(word);
    word = undefined;
  };
  for (const { code, box } of letters) {
    if (endsLine(code)) {
      endWord();
      if (line.length > 0) lines.push(wordsOf(line));
      line = [];
    } else if (isSpace(code)) endWord();
    else if (code > 0 && code <= 0x10_ff_ff && box !== null) (word ??= new Word()).add(signOf(code), box);
  }
  endWord();
  if (line.length > 0) lines.push(wordsOf(line));
  return lines;
}

class Word {
  text = '';
  readonly #boxes: Box[] = [];

  add(text: string, box: Box): void {
    this.text += text;
    this.#boxes.push(box);
  }

  box(): Box {
    const [left, top] = [this.#least((box) => box.left), this.#least((box) => box.top)];
    const right = -this.#least((box) => -box.left - box.width);
    const bottom = -this.#least((box) => -box.top - box.height);
    return { left, top, width: round(right - left), height: round(bottom - top) };
  }

  /** Upside-down text cannot be distinguished from right-to-left text, so it counts as unrotated. */
  turn(): PageWord['turn'] {
    const [first, last] = [this.#boxes[0], this.#boxes.at(-1)];
    if (first === undefined || last === undefined) return 0;
    const [across, down] = [Math.abs(last.left - first.left), last.top - first.top];
    if (Math.abs(down) <= across) return 0;
    return down > 0 ? 90 : 270;
  }

  #least(of: (box: Box) => number): number {
    return Math.min(...this.#boxes.map(of));
  }
}

/** The space after a word extends to the next word, so that a selection has no gaps. */
function wordsOf(line: readonly Word[]): PageWord[] {
  return line.map((word, index) => {
    const box = word.box();
    const turn = word.turn();
    const next = line[index + 1]?.box();
    if (next === undefined) return { text: word.text, ...box, turn };
    const gap = next.left - box.left - box.width;
    const isBeside = turn === 0 && gap >= 0 && Math.abs(next.top - box.top) < box.height;
    return { text: `${word.text} `, ...box, ...(isBeside && { width: round(box.width + gap) }), turn };
  });
}

const round = (fraction: number) => Math.round(fraction * 10_000) / 10_000;
