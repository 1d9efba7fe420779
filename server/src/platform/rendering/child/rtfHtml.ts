import { TextDecoder } from 'node:util';

import { escapeHtml } from '../escapeHtml.ts';
import { restDamaged } from '../messages.ts';

/** Token of the tokenizer: 0 begins a group, 1 ends it, 2 is a control word, 3 text. */
export interface RtfToken {
  type: 0 | 1 | 2 | 3;
  word?: string;
  param?: number;
  data?: Buffer | string;
}

interface Group {
  bold: boolean;
  italic: boolean;
  underline: boolean;
  strike: boolean;
  hidden: boolean;
  raised: 'sup' | 'sub' | null;
  inTable: boolean;
  /** Number of fallback characters after a Unicode character, for older readers. */
  fallbacks: number;
  /** Not part of the text: fonts, colors, pictures, field instructions. */
  isSkipped: boolean;
  /** For a header or footer, the output before it; null in other groups. */
  around: Written | null;
}

/** HTML output in progress. */
interface Written {
  paragraph: string;
  row: string[];
  rows: string[];
  html: string[];
}

const skipped = new Set(
  'fonttbl colortbl stylesheet info pict objdata themedata colorschememapping datastore latentstyles listtable listoverridetable rsidtbl generator xmlnstbl fldinst pgptbl revtbl filetbl nonshppict sp bkmkstart bkmkend'.split(
    ' ',
  ),
);
/** List markers and pictures, which are shown also from groups that older readers skip. */
const shownAnyway = new Set(['listtext', 'pntext', 'shppict']);
/** Placeholders for content that is not rendered. */
const placeholders = new Map([
  ['pict', ' [Picture] '],
  ['object', ' [Embedded file] '],
]);
const isMargin = (word: string) => /^(?:header|footer)[lrf]?$/.test(word);

const characters = new Map([
  ['tab', '\t'],
  ['emdash', '—'],
  ['endash', '–'],
  ['lquote', '‘'],
  ['rquote', '’'],
  ['ldblquote', '“'],
  ['rdblquote', '”'],
  ['bullet', '•'],
  ['~', '\u00a0'],
  ['_', '\u2011'],
  ['-', '\u00ad'],
  ['emspace', '\u2003'],
  ['enspace', '\u2002'],
]);

const toggles = new Map<string, 'bold' | 'italic' | 'strike' | 'hidden'>([
  ['b', 'bold'],
  ['i', 'italic'],
  ['strike', 'strike'],
  ['deleted', 'strike'],
  ['v', 'hidden'],
]);
const plain = { bold: false, italic: false, underline: false, strike: false, hidden: false, raised: null } as const;

/** Converts RTF to HTML: paragraphs, tables and character formatting only. */
export class RtfHtml {
  #groups: Group[] = [];
  #group: Group = { ...plain, inTable: false, fallbacks: 1, isSkipped: false, around: null };
  #decoder = new TextDecoder('windows-1252');
  #bytes: number[] = [];
  #toSkip = 0;
  #isIgnorable = false;
  /** Whether the last token ended a group. */
  #isAfterGroup = false;
  #written: Written = { paragraph: '', row: [], rows: [], html: [] };
  /** Distinct page headers and footers. */
  readonly #margins = new Set<string>();
  length = 0;

  write(token: RtfToken): void {
    const text = token.type === 3 ? (token.data?.toString() ?? '') : null;
    if (text === null || /[^\s\0]/.test(text)) this.#isAfterGroup = token.type === 1;
    if (token.word !== "'") this.#flushBytes();
    if (token.type === 0) this.#openGroup();
    else if (token.type === 1) this.#closeGroup();
    else if (text !== null) this.#text(text);
    else this.#control(token);
  }

  /** @param isBroken whether reading stopped at an error */
  end(isBroken = false): string {
    this.#flushBytes();
    // Some programs leave groups open, but their files end with the end of a group.
    const isCutOff = this.#groups.length > 0 && !this.#isAfterGroup;
    while (this.#groups.length > 0) this.#closeGroup();
    const parts = [this.#take()];
    if (isBroken || isCutOff) parts.push(restDamaged);
    if (this.#margins.size > 0) parts.push('<hr>', '<p><b>Header and footer of its pages</b></p>', ...this.#margins);
    return parts.join('\n');
  }

  #openGroup(): void {
    this.#groups.push(this.#group);
    this.#group = { ...this.#group, around: null };
  }

  #closeGroup(): void {
    const { around } = this.#group;
    this.#group = this.#groups.pop() ?? { ...this.#group, around: null };
    if (around === null) return;
    const margin = this.#take();
    if (margin.replace(/<[^>]*>|&nbsp;|\s/g, '') !== '') this.#margins.add(margin);
    this.#written = around;
  }

  /** A header or footer is written separately from the text. */
  #openMargin(): void {
    this.#group.around = this.#written;
    this.#group.inTable = false;
    this.#written = { paragraph: '', row: [], rows: [], html: [] };
  }

  #take(): string {
    this.#endParagraph();
    this.#endTable();
    return this.#written.html.join('\n');
  }

  #control({ word = '', param, data }: RtfToken): void {
    if (word === '*') {
      this.#isIgnorable = true;
      return;
    }
    const isIgnorable = this.#isIgnorable;
    this.#isIgnorable = false;
    const placeholder = placeholders.get(word);
    if (placeholder !== undefined) this.#append(placeholder);
    const character = characters.get(word);
    if (isMargin(word) && !this.#group.isSkipped) this.#openMargin();
    else if (skipped.has(word) || (isIgnorable && !shownAnyway.has(word))) this.#group.isSkipped = true;
    else if (word === "'") this.#byte(data);
    else if (word === 'u') this.#unicode(param ?? 63);
    else if (character !== undefined) this.#text(character);
    else this.#format(word, param);
  }

  #format(word: string, param: number | undefined): void {
    const group = this.#group;
    const isOn = param !== 0;
    const toggle = toggles.get(word);
    if (toggle !== undefined) group[toggle] = isOn;
    else if (word === 'ul' || word === 'ulnone') group.underline = word === 'ul' && isOn;
    else if (word === 'super') group.raised = isOn ? 'sup' : null;
    else if (word === 'sub') group.raised = isOn ? 'sub' : null;
    else if (word === 'nosupersub') group.raised = null;
    else if (word === 'plain') Object.assign(group, plain);
    else if (word === 'uc') group.fallbacks = param ?? 1;
    else if (word === 'ansicpg' && param !== undefined) this.#decoder = decoderOf(param);
    else if (word === 'pard') group.inTable = false;
    else if (word === 'intbl') group.inTable = true;
    else this.#structure(word);
  }

  #structure(word: string): void {
    if (this.#group.isSkipped) return;
    if (word === 'par' || word === 'sect' || word === 'page') this.#breakParagraph();
    else if (word === 'line') this.#written.paragraph += '<br>';
    else if (word === 'cell' || word === 'nestcell') this.#endCell();
    else if (word === 'row' || word === 'nestrow') this.#endRow();
  }

  #byte(data: RtfToken['data']): void {
    if (this.#toSkip > 0) this.#toSkip -= 1;
    else if (data !== undefined) this.#bytes.push(...Buffer.from(data as Buffer));
  }

  #flushBytes(): void {
    if (this.#bytes.length === 0) return;
    const bytes = Buffer.from(this.#bytes);
    this.#bytes = [];
    this.#append(this.#decoder.decode(bytes));
  }

  #unicode(code: number): void {
    this.#append(String.fromCharCode(code < 0 ? code + 65_536 : code));
    this.#toSkip = this.#group.fallbacks;
  }

  #text(text: string): void {
    const left = text.slice(this.#toSkip);
    this.#toSkip = Math.max(0, this.#toSkip - text.length);
    this.#append(left);
  }

  #append(text: string): void {
    const { isSkipped, hidden, bold, italic, underline, strike, raised } = this.#group;
    if (isSkipped || hidden || text === '') return;
    const tags = [bold && 'b', italic && 'i', underline && 'u', strike && 's', raised].filter((tag) => tag !== false);
    const used = tags.filter((tag) => tag !== null);
    const open = used.map((tag) => `<${tag}>`).join('');
    const close = used
      .toReversed()
      .map((tag) => `</${tag}>`)
      .join('');
    const html = `${open}${escapeHtml(text)}${close}`;
    this.#written.paragraph += html;
    this.length += html.length;
  }

  #breakParagraph(): void {
    if (this.#group.inTable) {
      this.#written.paragraph += '<br>';
      return;
    }
    this.#endTable();
    this.#written.html.push(`<p>${this.#written.paragraph || '&nbsp;'}</p>`);
    this.#written.paragraph = '';
  }

  #endParagraph(): void {
    if (this.#written.paragraph !== '' && !this.#group.inTable) this.#breakParagraph();
  }

  #endCell(): void {
    this.#written.row.push(`<td>${this.#written.paragraph}</td>`);
    this.#written.paragraph = '';
  }

  #endRow(): void {
    if (this.#written.row.length > 0) this.#written.rows.push(`<tr>${this.#written.row.join('')}</tr>`);
    this.#written.row = [];
  }

  #endTable(): void {
    this.#endRow();
    if (this.#written.rows.length > 0)
      this.#written.html.push(`<table><tbody>${this.#written.rows.join('\n')}</tbody></table>`);
    this.#written.rows = [];
  }
}

function decoderOf(codePage: number): TextDecoder {
  const names: Record<number, string> = {
    850: 'windows-1252',
    932: 'shift_jis',
    936: 'gbk',
    949: 'euc-kr',
    950: 'big5',
    65001: 'utf-8',
    10000: 'macintosh',
  };
  try {
    return new TextDecoder(names[codePage] ?? `windows-${codePage}`);
  } catch {
    return new TextDecoder('windows-1252');
  }
}
