import { SaxesParser } from 'saxes';
import type { SaxesTagPlain } from 'saxes';

import { escapeHtml } from '../escapeHtml.ts';
import { ClinicalHeader } from './clinicalHeader.ts';

/** HTML elements for the elements of a narrative (CDA release 2, narrative block). */
const narrative: Record<string, string> = {
  paragraph: 'p',
  item: 'li',
  caption: 'strong',
  table: 'table',
  thead: 'thead',
  tbody: 'tbody',
  tfoot: 'tfoot',
  tr: 'tr',
  th: 'th',
  td: 'td',
  sub: 'sub',
  sup: 'sup',
  footnote: 'small',
};
const voidNarrative: Record<string, string> = { br: '<br>', col: '', colgroup: '', renderMultiMedia: '[Picture]' };

/** Whether an XML text begins like a clinical document. */
export const isClinicalDocument = (head: string): boolean => /<(?:\w+:)?ClinicalDocument[\s>]/.test(head);

/** Whether it embeds a file instead of sections. */
export const isUnstructured = (xml: string): boolean =>
  isClinicalDocument(xml) && /<(?:\w+:)?nonXMLBody[\s>]/.test(xml);

/** Maximum characters of markup, which a browser can show without a long wait. */
export const mostNarrative = 4_000_000;
export const sectionTooLong = 'This section is too long to be shown here. Download the document to read it.';

/**
 * The narrative of a clinical document (C-CDA) as HTML: a summary of its header, the title and text of each section, and
 * the full header. Only elements allowed in a narrative are copied, without attributes except cell spans. A section that is
 * too long is replaced by a note.
 * @param heldFile markup shown instead of sections, for a document that embeds a file
 * @throws Error for XML that is not well-formed
 */
export function clinicalDocumentHtml(xml: string, heldFile = ''): string {
  const reader = new Reader(heldFile);
  const parser = new SaxesParser();
  parser.on('opentag', (tag) => reader.open(tag));
  parser.on('closetag', (tag) => reader.close(localName(tag.name)));
  parser.on('text', (text) => reader.text(text));
  parser.on('cdata', (text) => reader.text(text));
  parser.on('error', (error) => {
    throw error;
  });
  parser.write(xml).close();
  return reader.html();
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1);

class Reader {
  readonly #header = new ClinicalHeader();
  #path: string[] = [];
  #title = '';
  #body: string[] = [];
  /** State at the start of the current section's narrative: path depth, body length, and remaining room. */
  #narrative: { depth: number; at: number; room: number } | null = null;
  #room = mostNarrative;
  #closers: string[] = [];
  #collected = '';
  readonly #heldFile: string;

  constructor(heldFile: string) {
    this.#heldFile = heldFile;
  }

  open(tag: SaxesTagPlain): void {
    const name = localName(tag.name);
    this.#path.push(name);
    if (this.#narrative !== null) this.#openNarrative(name, tag.attributes);
    else if (name === 'text' && this.#path.at(-2) === 'section') {
      this.#narrative = { depth: this.#path.length, at: this.#body.length, room: this.#room };
      this.#append('<div>');
    } else {
      this.#collected = '';
      if (this.#isHeader()) this.#header.open(name, tag);
      else if (name === 'text' && this.#path.at(-2) === 'nonXMLBody') this.#body.push(this.#heldFile);
    }
  }

  close(name: string): void {
    if (this.#narrative !== null) {
      if (this.#path.length === this.#narrative.depth) this.#endNarrative(this.#narrative);
      else this.#append(this.#closers.pop() ?? '');
    } else {
      this.#readTitle(name);
      if (this.#isHeader()) this.#header.close();
    }
    this.#path.pop();
  }

  text(text: string): void {
    if (this.#narrative !== null) this.#append(escapeHtml(text));
    else {
      this.#collected += text;
      if (this.#isHeader()) this.#header.text(text);
    }
  }

  /** Appends to the narrative while there is room for it. */
  #append(markup: string): void {
    this.#room -= markup.length;
    if (this.#room >= 0) this.#body.push(markup);
  }

  #endNarrative({ at, room }: { at: number; room: number }): void {
    this.#append('</div>');
    this.#narrative = null;
    if (this.#room >= 0) return;
    this.#body.length = at;
    this.#body.push(`<p>${sectionTooLong}</p>`);
    this.#room = room;
  }

  html(): string {
    const body = this.#body.length === 0 ? '<p>This document has no sections to read.</p>' : this.#body.join('');
    const title = `<h1>${escapeHtml(this.#title || 'Clinical document')}</h1>`;
    return [title, this.#header.summaryHtml(), body, this.#header.detailsHtml()].join('\n');
  }

  /** Whether the current element is in the header; the body is the document's `component`. */
  #isHeader(): boolean {
    return this.#path[1] !== 'component';
  }

  #readTitle(name: string): void {
    const text = this.#collected.replace(/\s+/g, ' ').trim();
    this.#collected = '';
    if (this.#path.join('/') === 'ClinicalDocument/title') this.#title = text;
    else if (name === 'title' && this.#path.at(-2) === 'section') {
      const level = Math.min(6, 1 + this.#path.filter((part) => part === 'section').length);
      this.#body.push(`<h${level}>${escapeHtml(text)}</h${level}>`);
    }
  }

  #openNarrative(name: string, attributes: Record<string, string>): void {
    if (voidNarrative[name] !== undefined) {
      this.#append(voidNarrative[name]);
      this.#closers.push('');
      return;
    }
    const tag = tagOf(name, attributes);
    this.#append(tag === '' ? '' : `<${tag}${spansOf(attributes)}>`);
    this.#closers.push(tag === '' ? '' : `</${tag}>`);
  }
}

function tagOf(name: string, attributes: Record<string, string>): string {
  if (name === 'list') return attributes['listType'] === 'ordered' ? 'ol' : 'ul';
  if (name === 'content') return { Bold: 'b', Italics: 'i', Underline: 'u' }[attributes['styleCode'] ?? ''] ?? 'span';
  return narrative[name] ?? '';
}

function spansOf(attributes: Record<string, string>): string {
  return ['colspan', 'rowspan']
    .filter((name) => /^\d{1,3}$/.test(attributes[name] ?? ''))
    .map((name) => ` ${name}="${attributes[name]}"`)
    .join('');
}
