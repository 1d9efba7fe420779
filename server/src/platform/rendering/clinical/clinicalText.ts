import { hl7Time } from '../hl7Time.ts';

/** An element of a header. Names are without namespace prefix. */
export interface ClinicalElement {
  name: string;
  attributes: Record<string, string>;
  children: ClinicalElement[];
  text: string;
}

// Maps, because a code of a file can be named like a member of every object.
const uses = new Map([
  ['H', 'home'],
  ['HP', 'home'],
  ['HV', 'vacation home'],
  ['WP', 'work'],
  ['MC', 'mobile'],
  ['TMP', 'temporary'],
]);

const idNames = new Map([
  ['2.16.840.1.113883.4.1', 'SSN'],
  ['2.16.840.1.113883.4.6', 'NPI'],
]);

export function codeText(element: ClinicalElement): string {
  const { attributes, children } = element;
  const translated = children.filter(({ name }) => name === 'translation').map(codeText);
  const original = children.find(({ name }) => name === 'originalText');
  return (
    attributes['displayName'] ??
    translated.find(Boolean) ??
    ((original && wordsOf(original)) || (attributes['code'] ?? ''))
  );
}

export function idText({ root = '', extension, assigningAuthorityName }: Record<string, string>): string {
  if (extension === undefined) return '';
  const owner = idNames.get(root) ?? assigningAuthorityName;
  return owner === undefined ? extension : `${extension} (${owner})`;
}

/** "Tel +1(555)555-5000" for "tel:+1(555)555-5000". */
export function telecomText(value: string): string {
  const [, scheme = '', rest = value] = /^(tel|fax|mailto):\s*(.*)$/is.exec(value.trim()) ?? [];
  const label = { tel: 'Tel', fax: 'Fax', mailto: 'Email' }[scheme.toLowerCase()];
  return [label, rest].filter(Boolean).join(' ');
}

export function withUse(text: string, { use = '' }: Record<string, string>): string {
  const words = use.split(' ').flatMap((one) => uses.get(one) ?? []);
  return text === '' || words.length === 0 ? text : `${text} (${words.join(', ')})`;
}

/**
 * Drops an hour without minutes. `hl7Time` leaves ten digits as sent, because in HL7 version 2 they may be another number.
 */
const clinicalTime = (value = '', hasFullYear = false) =>
  hl7Time(value.replace(/^(\d{8})\d{2}(?=[+-]\d{4}$|$)/, '$1'), hasFullYear);

export function timeText({ name, attributes, children }: ClinicalElement): string {
  const at = (name: string) => clinicalTime(children.find((child) => child.name === name)?.attributes['value']);
  const [low, high] = [at('low'), at('high')];
  const range = low === '' && high === '' ? '' : `${low} – ${high}`.trim();
  return clinicalTime(attributes['value'], name === 'birthTime') || range;
}

export function languageText({ children }: ClinicalElement): string {
  const of = (name: string) => children.filter((child) => child.name === name);
  const isPreferred = of('preferenceInd').some(({ attributes }) => attributes['value'] === 'true');
  return [
    ...['languageCode', 'modeCode', 'proficiencyLevelCode'].flatMap(of).map(codeText),
    isPreferred ? 'preferred' : '',
  ]
    .filter(Boolean)
    .join(', ');
}

const nameUses = new Map([
  ['L', 'legal name'],
  ['SRCH', 'search'],
  ['P', 'called'],
  ['ASGN', 'assigned'],
]);

export function nameWithUse(element: ClinicalElement): string {
  const use = nameUses.get(element.attributes['use'] ?? '');
  return use === undefined ? wordsOf(element) : `${wordsOf(element)} (${use})`;
}

/** The text within an element, in document order. */
export function wordsOf({ text, children }: ClinicalElement): string {
  return [text, ...children.map(wordsOf)].join(' ').replace(/\s+/g, ' ').trim();
}
