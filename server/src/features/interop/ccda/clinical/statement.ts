import { concept } from '../../fhir/build.ts';
import type { Entry, Json } from '../../fhir/build.ts';
import { digestOf } from '../../shared/references.ts';
import { conceptOf, saidName, timeOf } from '../datatypes.ts';
import { sectionsOf } from '../document.ts';
import type { ClinicalDocument } from '../document.ts';
import type { Element } from '../element.ts';
import { idsOf } from '../patient.ts';

// What the entries of all clinical sections have in common.

/** A section with the texts to which its entries refer. */
export interface Section {
  document: ClinicalDocument;
  patient: Entry;
  element: Element;
  narrative: ReadonlyMap<string, string>;
}

/** The texts of a section's narrative by their ids; those of a table's row are separated by commas. */
export function narrativeOf(section: Element): Map<string, string> {
  const texts = [...(section.first('text')?.below() ?? [])].filter(({ attributes }) => attributes['ID'] !== undefined);
  return new Map(texts.map((element) => [element.attributes['ID'] ?? '', wordsIn(element)]));
}

const onOneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

function wordsIn(element: Element): string {
  const cells = element.name === 'tr' ? element.children : [];
  const words = cells.length === 0 ? [element.text] : cells.map(({ text }) => text);
  return words.map(onOneLine).filter(Boolean).join(', ');
}

export const sectionsWith = (document: ClinicalDocument, patient: Entry, codes: Iterable<string>): Section[] =>
  [...codes].flatMap((code) =>
    sectionsOf(document, code).map((element) => ({ document, patient, element, narrative: narrativeOf(element) })),
  );

export const isNegated = (element: Element | undefined): boolean =>
  /^(?:true|1)$/.test(element?.attributes['negationInd']?.trim() ?? '');

/** Whether a statement says what is to happen, not what has happened (moodCode INT, RQO, ...). */
export const isPlanned = (element: Element): boolean =>
  !['', 'EVN'].includes(element.attributes['moodCode']?.trim() ?? '');

/** Whether a statement, or what it is a part of, never was valid. */
export const isWithdrawn = (...elements: readonly (Element | undefined)[]): boolean =>
  elements.some((element) => ['nullified', 'cancelled'].includes(element?.value('statusCode', 'code') ?? ''));

/** Whether a statement says nothing: a null value in place of the whole. */
export const isNull = (element: Element | undefined): boolean => element?.attributes['nullFlavor'] !== undefined;

/** The text of an element, or of the part of the narrative to which it refers. */
export function textOf(element: Element | undefined, { narrative }: Pick<Section, 'narrative'>): string {
  if (element === undefined) return '';
  const reference = element.value('reference').replace(/^#/, '');
  return narrative.get(reference) ?? onOneLine(element.text);
}

export const codeOf = (element: Element | undefined, { narrative }: Pick<Section, 'narrative'>): Json | undefined =>
  conceptOf(element, narrative);

/** The text of a coded value; empty if there is none. */
export function wordsOfConcept(coded: Json | undefined): string {
  if (coded === undefined) return '';
  const codings = (coded['coding'] ?? []) as Json[];
  const words = coded['text'] ?? codings.map((coding) => coding['display']).find(Boolean) ?? codings[0]?.['code'];
  return typeof words === 'string' ? words : '';
}

/** Why a value is missing (HL7 v3 NullFlavor). */
const nullFlavors: Partial<Record<string, string>> = {
  ASKU: 'Asked but unknown',
  MSK: 'Masked',
  NA: 'Not applicable',
  NASK: 'Not asked',
  NAV: 'Temporarily unavailable',
  NI: 'No information',
  NINF: 'Negative infinity',
  OTH: 'Other',
  PINF: 'Positive infinity',
  QS: 'Sufficient quantity',
  TRC: 'Trace',
  UNK: 'Unknown',
};

export function absentReason(element: Element | undefined): Json | undefined {
  const flavor = element?.attributes['nullFlavor'];
  return flavor === undefined ? undefined : concept(nullFlavors[flavor] ?? flavor);
}

/** A number, and an entry without one by what it states, so that the next document finds it. */
export function numbersOf(element: Element, { patient }: Section, kind: string, content: unknown): Json[] {
  const own = idsOf(element);
  const [owner] = patient.resource['identifier'] as { system: string; value: string }[];
  if (own.length > 0 || owner === undefined) return own;
  // A digest, because the number may be an SSN.
  return [{ system: owner.system, value: `${kind}/${digestOf([owner.value, content])}` }];
}

/** Who states an entry: its performer or author, or else the author or custodian of the document. */
export function statedBy(element: Element, { document }: Section, first: 'performer' | 'author' = 'author'): Json {
  const people = {
    author: element.all('author/assignedAuthor'),
    performer: element.all('performer/assignedEntity'),
  };
  const own = [...people[first], ...people[first === 'author' ? 'performer' : 'author']].map(nameOfEntity);
  const name = own.find(Boolean) || documentAuthor(document);
  return { display: name || undefined };
}

const nameOfEntity = (entity: Element): string =>
  saidName(entity.first('assignedPerson/name')) || entity.line('representedOrganization/name');

function documentAuthor({ root }: ClinicalDocument): string {
  const authors = root.all('author/assignedAuthor').map(nameOfEntity);
  return authors.find(Boolean) || root.line('custodian/assignedCustodian/representedCustodianOrganization/name');
}

/** LOINC: comment. */
export const comment = '48767-8';

/** Comments on an entry. */
export function notesOf(element: Element, section: Section): Json[] {
  const acts = element.where('entryRelationship/act', (act) => act.peek('code', 'code') === comment);
  return acts.map((act) => ({ text: textOf(act.first('text'), section) })).filter(({ text }) => text !== '');
}

/** Why something was done, taken or not done: the value of the reason, or else its code. */
export function reasonsOf(element: Element, section: Section): Json[] {
  const reasons = element
    .all('entryRelationship')
    .filter(({ attributes }) => attributes['typeCode'] === 'RSON')
    .flatMap((relationship) => [...relationship.all('observation'), ...relationship.all('act')]);
  return reasons
    .map((reason) => {
      const value = codeOf(reason.first('value'), section);
      return wordsOfConcept(value) === '' ? codeOf(reason.first('code'), section) : value;
    })
    .filter((reason) => reason !== undefined && wordsOfConcept(reason) !== '') as Json[];
}

export const startOf = (element: Element, { document }: Section): string | undefined => {
  const time = element.first('effectiveTime');
  return timeOf(time?.first('low'), document.timeZone) ?? timeOf(time, document.timeZone);
};

export const authoredAt = (element: Element, { document }: Section): string | undefined =>
  timeOf(element.first('author/time'), document.timeZone);

/** Counts an entry that a section has besides those that are read. */
export const leaveEntry = ({ document }: Section, kind: string): void => void document.notKept.push(kind);
