import type { Box, PageWord } from '../messages.ts';

/** A code point of a page with where it is drawn. */
export interface Letter {
  code: number;
  box: Box | null;
}

/** Behind so many a page has no words any more: a page of print has 5,000 letters. */
export const mostLetters = 30_000;

const isSpace = (code: number) => code === 0x20 || code === 0xa0 || code === 0x09;
/** PDFium marks the hyphen of a word that is divided with a control sign. */
const signOf = (code: number) => (code === 0x02 ? '-' : String.fromCodePoint(code));
const endsLine = (code: number) => code === 0x0a || code === 0x0d;

/** Letters in the order of the file as words in lines. A word that a hyphen divides keeps it. */
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

  /** Upside down is not told from right to left, which is read as it stands. */
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

/** The space behind a word reaches to the next one, so that a selection has no holes. */
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
