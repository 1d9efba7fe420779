import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import { StandardFonts } from '@cantoo/pdf-lib';
import type { PDFDocument, PDFFont } from '@cantoo/pdf-lib';
import { create } from '@cantoo/fontkit';
import bidiModule from 'bidi-js';

// Fonts of a record. Western European text uses Helvetica, which every PDF reader has. Other text uses a subset of DejaVu
// Sans, which covers Latin, Greek, Cyrillic, Armenian, Georgian, Hebrew and Arabic.

// The module exports the function itself, contrary to its types.
const bidi = (bidiModule as unknown as typeof bidiModule.default)();
const { resolve } = createRequire(import.meta.url);
const read = (name: string) => readFileSync(resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`));

/** Code points of DejaVu Sans, read once per process. */
let known: Set<number> | undefined;

function openFont(bytes: Uint8Array) {
  const font = create(bytes);
  if (!('layout' in font)) throw new Error('A file of several fonts');
  return font;
}

/** Shapes text only for scripts that need it, because shaping costs 500 times as much as a glyph lookup. */
const joiningOnDemand = {
  create(bytes: Uint8Array) {
    const font = openFont(bytes);
    const join = font.layout.bind(font);
    font.layout = (text, ...options) => {
      if (rightToLeft.test(text)) return join(text, ...options);
      const looked: Pick<ReturnType<typeof join>, 'glyphs'> = { glyphs: font.glyphsForString(text) };
      return looked as ReturnType<typeof join>;
    };
    return font;
  },
};

const western =
  /^[\u0020-\u007e\u00a0-\u00ff\u20ac\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u017d\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u017e\u0178]*$/u;
const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;
/** Control and format characters. Joiners are kept, because they shape Arabic words. */
const unseen = /[[\p{Cc}\p{Cf}]--[\u200c\u200d]]/gv;

const scripts: readonly (readonly [RegExp, string])[] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, 'Japanese text'],
  [/\p{Script=Hangul}/u, 'Korean text'],
  [/\p{Script=Han}/u, 'Chinese characters'],
  [/\p{Script=Thai}/u, 'Thai text'],
  [/\p{Script=Devanagari}/u, 'Hindi text'],
  [/\p{Script=Bengali}/u, 'Bengali text'],
  [/\p{Script=Khmer}/u, 'Khmer text'],
  [/\p{Extended_Pictographic}/u, 'symbol'],
];
const nameOf = (signs: string) => scripts.find(([script]) => script.test(signs))?.[1] ?? 'text in another script';

/** Note added once if a script name in brackets replaced characters that have no font. */
export const replacedNote =
  'A script named in [brackets] stands for text that this file has no font for. Open the portal to read that text.';

/** Replaces characters that have no font with their script's name in brackets. The text must have no line breaks. */
export function settable(text: string): { text: string; isReplaced: boolean } {
  const clean = text.replaceAll('\t', '    ').normalize('NFC').replace(unseen, '');
  if (western.test(clean)) return { text: clean, isReplaced: false };
  known ??= new Set(openFont(read('DejaVuSans')).characterSet);
  let set = '';
  let missing = '';
  let isReplaced = false;
  const replace = () => {
    if (missing === '') return;
    set += `[${nameOf(missing)}]${/\s*$/.exec(missing)?.[0] ?? ''}`;
    [missing, isReplaced] = ['', true];
  };
  for (const sign of clean) {
    // A space between two unsupported words is replaced with them.
    if (!known.has(sign.codePointAt(0) ?? 0) || (sign === ' ' && missing !== '')) {
      missing += sign;
      continue;
    }
    replace();
    set += sign;
  }
  replace();
  return { text: set, isReplaced };
}

/** The fonts of one PDF. */
export class Letters {
  readonly #pdf: PDFDocument;
  readonly #western: { plain: PDFFont; bold: PDFFont };
  readonly #all: { plain?: PDFFont; bold?: PDFFont } = {};

  private constructor(pdf: PDFDocument, western: { plain: PDFFont; bold: PDFFont }) {
    this.#pdf = pdf;
    this.#western = western;
  }

  static async of(pdf: PDFDocument): Promise<Letters> {
    pdf.registerFontkit(joiningOnDemand);
    const [plain, bold] = [StandardFonts.Helvetica, StandardFonts.HelveticaBold];
    return new Letters(pdf, { plain: await pdf.embedFont(plain), bold: await pdf.embedFont(bold) });
  }

  /** Embeds the fonts needed for these texts; call before setting them. */
  async prepare(texts: { plain: readonly string[]; bold?: readonly string[] }): Promise<void> {
    for (const weight of ['plain', 'bold'] as const) {
      if (this.#all[weight] !== undefined || (texts[weight] ?? []).every(isWestern)) continue;
      const name = weight === 'plain' ? 'DejaVuSans' : 'DejaVuSans-Bold';
      this.#all[weight] = await this.#pdf.embedFont(read(name), { subset: true });
    }
  }

  /** The font for a settable text that was passed to prepare(). */
  fontOf(text: string, isBold: boolean): PDFFont {
    const weight = isBold ? 'bold' : 'plain';
    return (western.test(text) ? undefined : this.#all[weight]) ?? this.#western[weight];
  }
}

/** Whether a text, ignoring line breaks, can be set in Helvetica. */
const isWestern = (text: string) => western.test(settable(text).text);

/** The runs of a line in visual order, each with one direction, and whether the line is right-to-left. */
export function runsOf(line: string): { runs: string[]; isFromRight: boolean } {
  if (!rightToLeft.test(line)) return { runs: [line], isFromRight: false };
  const embedding = bidi.getEmbeddingLevels(line);
  const { levels } = embedding;
  const mirrored = bidi.getMirroredCharactersMap(line, levels);
  const logical: { text: string; level: number }[] = [];
  for (let index = 0; index < line.length; index += 1) {
    const level = levels[index] ?? 0;
    const sign = mirrored.get(index) ?? line[index] ?? '';
    const last = logical.at(-1);
    if (last !== undefined && last.level === level) last.text += sign;
    else logical.push({ text: sign, level });
  }
  const visual = [...logical];
  for (let level = Math.max(...visual.map((run) => run.level)); level >= 1; level -= 1) {
    for (let start = 0; start < visual.length; start += 1) {
      let end = start;
      while ((visual[end]?.level ?? 0) >= level) end += 1;
      if (end > start) visual.splice(start, end - start, ...visual.slice(start, end).toReversed());
      start = end;
    }
  }
  // The font reverses right-to-left scripts itself.
  const turned = ({ text, level }: { text: string; level: number }) =>
    level % 2 === 1 && !rightToLeft.test(text) ? Array.from(text).toReversed().join('') : text;
  return { runs: visual.map(turned), isFromRight: (embedding.paragraphs[0]?.level ?? 0) % 2 === 1 };
}
