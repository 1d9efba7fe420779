// Other formats are imported as FHIR resources, so that the rules of the import exist once.

import { clinicalTypes } from './source.ts';

import type { ReadersNotes } from './source.ts';
import { NPI_SYSTEM, digestOf } from '../shared/references.ts';

export type Json = Record<string, unknown>;

/** What a reader of another format says about an entry; no file of FHIR can hold it. */
export const readersNotes = Symbol('what the reader says');

export interface Entry {
  [readersNotes]?: ReadersNotes;
  fullUrl: string;
  request?: Json;
  resource: Json & { resourceType: string };
}

/**
 * The records of one message or document, as an import reads a file with a bundle. A record that is stated twice, such as a
 * provider with several roles, is taken once; entries of one number and different content are different records.
 */
export function collectionOf(entries: readonly Entry[]): Json {
  const distinct = new Map(entries.map((entry) => [entry.fullUrl, entry]));
  const byNumber = Map.groupBy(distinct.values(), numberOf);
  return {
    resourceType: 'Bundle',
    type: 'collection',
    entry: [...byNumber].flatMap(([number, all]) => apart(number, all)),
  };
}

const ofPatient = new Set(['Condition', 'Coverage', ...clinicalTypes]);

/** The number that a record of a patient has from its sender; undefined for records that are told apart by other means. */
function numberOf({ resource }: Entry): string | undefined {
  const [identifier] = (resource['identifier'] ?? []) as Json[];
  return ofPatient.has(resource.resourceType) && identifier !== undefined
    ? JSON.stringify([resource.resourceType, identifier['system'], identifier['value']])
    : undefined;
}

/**
 * Entries of one number: one of each content. Their numbers are then completed by a digest of what each is about, so that the
 * next message finds each of them, in whatever order they stand and whatever else changed.
 */
function apart(number: string | undefined, entries: readonly Entry[]): Entry[] {
  if (number === undefined || entries.length === 1) return [...entries];
  const distinct = [...new Map(entries.map((entry) => [subjectDigest(entry), entry])).entries()];
  if (distinct.length === 1) return distinct.map(([, entry]) => entry);
  return distinct.map(([digest, entry]) => {
    const [first = {}, ...others] = entry.resource['identifier'] as Json[];
    const identifier = [{ ...first, value: `${String(first['value'])}#${digest}` }, ...others];
    return { ...entry, resource: { ...entry.resource, identifier } };
  });
}

/** What a record is about: a diagnosis and its beginning, a payer, a result and its time. Not its state, which changes. */
function subjectDigest({ resource }: Entry): string {
  const { code, onsetDateTime, payor, subscriberId } = resource;
  const isClinical = clinicalTypes.has(resource.resourceType);
  const others = isClinical ? subjects.map((part) => resource[part]).filter((part) => part !== undefined) : [];
  return digestOf([code, onsetDateTime, payor, subscriberId, ...others]).slice(0, 16);
}

/** Parts of the clinical record that say what an entry is about, besides its code. */
const subjects = [
  'medicationCodeableConcept',
  'vaccineCode',
  'effectiveDateTime',
  'effectivePeriod',
  'occurrenceDateTime',
  'performedDateTime',
  'performedPeriod',
  'description',
  'title',
  'category',
  'relationship',
  'udiCarrier',
  'type',
] as const;

/**
 * A resource of one message or document, under a name that its other resources use.
 * @param source what it was read from, which keeps its names apart from those of other files
 */
export function entryOf({ digest }: { digest: string }, name: string, resourceType: string, values: Json): Entry {
  return { fullUrl: `urn:careloop:${digest}:${name}`, resource: { resourceType, ...values } };
}

/** A provider who is added only if the directory has none with the NPI: a message knows less than the registry. */
export const knownBy = (provider: Entry, npi: string): Entry => ({
  ...provider,
  request: { method: 'POST', url: 'Practitioner', ifNoneExist: `identifier=${NPI_SYSTEM}|${npi}` },
});

export const referenceTo = ({ fullUrl }: Entry): Json => ({ reference: fullUrl });

/** A coded value; undefined if it has neither a code nor a text. */
export function concept(
  text: string,
  coding: { system?: string; code?: string; display?: string } = {},
): Json | undefined {
  const { system, code, display } = coding;
  if (text === '' && !code) return undefined;
  return { text: text || undefined, coding: code ? [{ system, code, display: display || undefined }] : [] };
}

const languages = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });

/** The English name of a language by its code, such as en-US; other text is returned unchanged. */
export function languageName(code: string): string {
  const [, language] = /^([a-z]{2,3})(?:-[\w-]+)?$/i.exec(code) ?? [];
  return language === undefined ? code : (languages.of(language) ?? code);
}
