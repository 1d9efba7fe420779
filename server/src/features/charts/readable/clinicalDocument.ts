import { SaxesParser } from 'saxes';
import type { SaxesTagPlain } from 'saxes';

import { escapeHtml } from '../../../rendering/escapeHtml.ts';

/** Elements of a narrative and what they are in HTML (CDA release 2, narrative block). */
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

interface Fact {
  label: string;
  value: string;
}

/** Where in the header a fact stands: the end of the path of its element. */
const headerTexts: readonly [end: string, label: string][] = [
  ['recordTarget/patientRole/patient/name', 'Patient'],
  ['author/assignedAuthor/assignedPerson/name', 'Author'],
  ['author/assignedAuthor/representedOrganization/name', 'Organization'],
  ['custodian/assignedCustodian/representedCustodianOrganization/name', 'Custodian'],
  ['legalAuthenticator/assignedEntity/assignedPerson/name', 'Signed by'],
  ['componentOf/encompassingEncounter/location/healthCareFacility/location/name', 'Location'],
];

/** Whether the beginning of an XML text is that of a clinical document. */
export const isClinicalDocument = (head: string): boolean => /<(?:\w+:)?ClinicalDocument[\s>]/.test(head);

/**
 * The narrative of a clinical document (C-CDA) as HTML: its header, and the title and text of each section. Of the markup only
 * what a narrative may have is taken over, without its attributes but for spans of cells.
 * @throws Error for XML that is not well-formed
 */
export function clinicalDocumentHtml(xml: string): string {
  const reader = new Reader();
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
  #path: string[] = [];
  #facts: Fact[] = [];
  #title = '';
  #body: string[] = [];
  /** Depth of the path at which the narrative began; null outside of one. */
  #narrativeFrom: number | null = null;
  #closers: string[] = [];
  #collected = '';
  #names: string[] = [];

  open(tag: SaxesTagPlain): void {
    const name = localName(tag.name);
    this.#path.push(name);
    if (this.#narrativeFrom !== null) this.#openNarrative(name, tag.attributes);
    else if (name === 'text' && this.#path.at(-2) === 'section') {
      this.#narrativeFrom = this.#path.length;
      this.#body.push('<div>');
    } else {
      this.#collected = '';
      if (this.#isHeader()) this.#readAttributes(name, tag.attributes);
      if (name === 'name') this.#names = [];
    }
  }

  close(name: string): void {
    if (this.#narrativeFrom !== null) {
      if (this.#path.length === this.#narrativeFrom) {
        this.#body.push('</div>');
        this.#narrativeFrom = null;
      } else this.#body.push(this.#closers.pop() ?? '');
    } else this.#closeOutside(name);
    this.#path.pop();
  }

  text(text: string): void {
    if (this.#narrativeFrom === null) this.#collected += text;
    else this.#body.push(escapeHtml(text));
  }

  html(): string {
    const facts = this.#facts.map(
      ({ label, value }) => `<tr><th scope="row">${label}</th><td>${escapeHtml(value)}</td></tr>`,
    );
    const head = `<h1>${escapeHtml(this.#title || 'Clinical document')}</h1>\n<table><tbody>${facts.join('\n')}</tbody></table>`;
    const body = this.#body.length === 0 ? '<p>This document has no sections to read.</p>' : this.#body.join('');
    return `${head}\n${body}`;
  }

  #isHeader(): boolean {
    return !this.#path.includes('structuredBody');
  }

  #closeOutside(name: string): void {
    const text = this.#collected.replace(/\s+/g, ' ').trim();
    this.#collected = '';
    const path = this.#path.join('/');
    if (path === 'ClinicalDocument/title') this.#title = text;
    else if (name === 'title' && this.#path.at(-2) === 'section') {
      const level = Math.min(6, 1 + this.#path.filter((part) => part === 'section').length);
      this.#body.push(`<h${level}>${escapeHtml(text)}</h${level}>`);
    } else if (path.includes('/name/')) {
      if (text !== '') this.#names.push(text);
    } else if (this.#isHeader()) this.#readText(path, [...this.#names, text].filter(Boolean).join(' '));
  }

  #readText(path: string, text: string): void {
    const label = headerTexts.find(([end]) => path.endsWith(end))?.[1];
    if (label !== undefined && text !== '') this.#add(label, text);
  }

  #readAttributes(name: string, attributes: Record<string, string>): void {
    const path = this.#path.join('/');
    if (path === 'ClinicalDocument/effectiveTime') this.#add('Date', dateText(attributes['value']));
    if (path.endsWith('patientRole/patient/birthTime')) this.#add('Born', dateText(attributes['value']));
    if (path.endsWith('patient/administrativeGenderCode')) {
      this.#add('Sex', attributes['displayName'] ?? attributes['code'] ?? '');
    }
    if (path.endsWith('recordTarget/patientRole/id')) this.#add('Patient id', attributes['extension'] ?? '');
    if (name === 'text' && path.endsWith('nonXMLBody/text')) {
      this.#body.push(
        `<p>This document holds a file (${escapeHtml(attributes['mediaType'] ?? 'unknown')}) instead of sections.</p>`,
      );
    }
  }

  #add(label: string, value: string): void {
    const isKnown = this.#facts.some((fact) => fact.label === label && fact.value === value);
    if (value !== '' && !isKnown && this.#facts.length < 40) this.#facts.push({ label, value });
  }

  #openNarrative(name: string, attributes: Record<string, string>): void {
    if (voidNarrative[name] !== undefined) {
      this.#body.push(voidNarrative[name]);
      this.#closers.push('');
      return;
    }
    const tag = tagOf(name, attributes);
    this.#body.push(tag === '' ? '' : `<${tag}${spansOf(attributes)}>`);
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

/** 20240131123000-0500 as 1/31/2024. */
function dateText(value = ''): string {
  const [, year, month, day] = /^(\d{4})(\d{2})?(\d{2})?/.exec(value) ?? [];
  if (year === undefined) return value;
  return [month, day, year].filter(Boolean).map(Number).join('/');
}
