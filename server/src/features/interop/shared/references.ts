import { createHash } from 'node:crypto';

import { cleanLine } from '../fhir/text.ts';

import type { Identifier, Reference } from '../fhir/datatypes.ts';
import type { SourceResource } from '../fhir/source.ts';

/** Key of a record: its type, the system that assigns the value, and the value. Equal keys identify the same record. */
export type Key = string & { readonly brand: 'Key' };

/** Types that imported resources refer to. */
export type TargetType =
  | 'Organization'
  | 'Location'
  | 'Practitioner'
  | 'PractitionerRole'
  | 'Patient'
  | 'Encounter'
  | 'Binary'
  | 'DocumentReference'
  | 'Condition'
  | 'Observation'
  | 'Medication'
  | 'Specimen';

/** A reference, with every key its target may have. */
export interface Ref {
  candidates: Key[];
  /** As written in the record, for messages. */
  shown: string;
  display: string | null;
  /** Whether it names the record by its id, not by an identifier. */
  isById: boolean;
}

/** System of keys that are valid within one file only. */
const IN_FILE = '@fullUrl';

/** System of keys of records without any number, which are named by a digest of their content. */
export const IN_CONTENT = '@content';

export const NPI_SYSTEM = 'http://hl7.org/fhir/sid/us-npi';
export const SSN_SYSTEM = 'http://hl7.org/fhir/sid/us-ssn';
const aliases: Partial<Record<string, string>> = {
  'urn:oid:2.16.840.1.113883.4.6': NPI_SYSTEM,
  'urn:oid:2.16.840.1.113883.4.1': SSN_SYSTEM,
};

/** One name for a system that has several. */
export const canonicalSystem = (system: string): string => aliases[system] ?? system;

// Cleaned text contains no tabs, so the parts stay separate.
export function makeKey(type: string, system: string, value: string): Key {
  return `${type}\t${system}\t${value}` as Key;
}

export function partsOf(key: Key): { type: string; system: string; value: string } {
  const [type = '', system = '', value = ''] = key.split('\t');
  return { type, system, value };
}

/** Whether a key can be looked up in the database, which does not store fullUrls of a file. */
export function isLasting(key: Key): boolean {
  return partsOf(key).system !== IN_FILE;
}

/**
 * The system of a number whose authority is only a name, such as MRN: two senders may use one name for different things, so
 * the sender is a part of it.
 * @param authority empty if the sender assigns the number
 * @returns undefined if neither is known: such a number identifies nobody
 */
export function namedSystem(sender: string, authority: string): string | undefined {
  const [owner, name] = [sender, authority].map((part) => part.replaceAll('/', '%2F'));
  if (!owner && !name) return undefined;
  return `hl7v2:${name ? `${owner}/${name}` : owner}`;
}

/** Begins the system of keys that are compared by the name of the authority alone. */
export const authorityPrefix = 'hl7v2:*/';

const namedAuthority = /^hl7v2:([^/]*)\/([^/]+)$/;

/** The same for every sender, for a key whose authority is only a name; null for any other key. */
export function authorityKeyOf(key: Key): Key | null {
  const { type, system, value } = partsOf(key);
  const name = namedAuthority.exec(system)?.[2];
  return name === undefined ? null : makeKey(type, `${authorityPrefix}${name}`, value);
}

/** Whether equal keys are one number: not if the authority is only a name and nobody knows whose. */
export function isStrong(key: Key): boolean {
  return namedAuthority.exec(partsOf(key).system)?.[1] !== '';
}

/** The first key that is valid outside the file; the record's row is found again by it. */
export function primaryKey(keys: readonly Key[]): Key {
  const key = keys.find(isLasting);
  if (key === undefined) throw new Error('A record has no lasting key');
  return key;
}

/** The key of an identifier. Aliases of well-known systems are unified, and SSNs and NPIs lose their dashes. */
export function identifierKey(type: string, system: string, value: string): Key {
  const known = canonicalSystem(system);
  const isNumber = (known === SSN_SYSTEM || known === NPI_SYSTEM) && /^[\d\s-]*\d[\d\s-]*$/.test(value);
  return makeKey(type, known, isNumber ? value.replaceAll(/\D/g, '') : value);
}

/** Builds the keys of records. The sender's name keeps apart the records of two senders that both number from 1. */
export class Naming {
  readonly sender: string;

  constructor(sender: string) {
    this.sender = sender;
  }

  idKey(type: string, id: string): Key {
    return makeKey(type, this.sender, id);
  }

  /** Every key of a resource, its id first. A resource without any identifier is keyed by its content. */
  keysOf(source: SourceResource, identifiers: readonly Identifier[] = []): Key[] {
    const { type, id, fullUrl, ifNoneExist } = source;
    const keys: Key[] = id === null ? [] : [this.idKey(type, id)];
    for (const { system, value } of identifiers) {
      if (system !== null && value !== null) keys.push(identifierKey(type, system, value));
    }
    const searched = ifNoneExist === null ? null : this.searchKey(type, ifNoneExist);
    if (searched !== null) keys.push(searched);
    if (keys.length === 0) keys.push(makeKey(type, IN_CONTENT, digestOf(source.json)));
    if (fullUrl !== null) keys.push(makeKey(type, IN_FILE, fullUrl));
    return [...new Set(keys)];
  }

  /** @returns null if there is no reference, or if it has only a display */
  refOf(reference: Reference | null | undefined, ...types: TargetType[]): Ref | null {
    if (reference === null || reference === undefined) return null;
    const { identifier, display } = reference;
    const target = reference.reference;
    if (target !== null) {
      const isById = !/\?identifier=/.test(target);
      return { candidates: this.#candidatesOf(target, types), shown: target, display, isById };
    }
    if (identifier?.system && identifier.value) {
      const { system, value } = identifier;
      const candidates = types.map((type) => identifierKey(type, system, value));
      return { candidates, shown: `${system}|${value}`, display, isById: false };
    }
    return null;
  }

  #candidatesOf(target: string, types: TargetType[]): Key[] {
    const conditional = this.#conditional(target, types);
    if (conditional !== null) return conditional;
    const inFile = types.map((type) => makeKey(type, IN_FILE, target));
    const uuid = /^urn:(?:uuid|oid):(.+)$/.exec(target)?.[1];
    if (uuid !== undefined) return [...inFile, ...types.map((type) => this.idKey(type, uuid))];
    const typed = /(?:^|\/)([A-Z][A-Za-z]+)\/([^/?#\s]+)(?:\/_history\/[^/]+)?$/.exec(target);
    const [, type, id] = typed ?? [];
    if (type === undefined || id === undefined || !types.some((expected) => expected === type)) return inFile;
    return [...inFile, this.idKey(type, id)];
  }

  /** `Type?identifier=system|value` and `Type?_id=value`: the searches that can identify one record. */
  #conditional(target: string, types: TargetType[]): Key[] | null {
    const [, type, query] = /^([A-Z][A-Za-z]+)\?(.*)$/.exec(target) ?? [];
    if (type === undefined || query === undefined) return null;
    if (!types.some((expected) => expected === type)) return [];
    const key = this.searchKey(type, query);
    return key === null ? [] : [key];
  }

  /** The key of the record that a search by identifier or id finds, as in ifNoneExist; null for any other search. */
  searchKey(type: string, query: string): Key | null {
    const [, name, encoded] = /^\??(identifier|_id)=([^&]*)$/.exec(query) ?? [];
    if (encoded === undefined) return null;
    const value = cleanLine(decode(encoded));
    if (name === '_id') return this.idKey(type, value);
    const bar = value.indexOf('|');
    if (bar <= 0 || bar === value.length - 1) return null;
    return identifierKey(type, value.slice(0, bar), value.slice(bar + 1));
  }
}

/** SHA-256 of a value as JSON, in base64url. */
export function digestOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url');
}

/** URLSearchParams would turn a plus sign in an identifier into a space. */
function decode(encoded: string): string {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return encoded;
  }
}
