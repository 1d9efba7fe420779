import { lookup } from '../../../platform/rendering/hl7/lookup.ts';
import { NPI_SYSTEM, SSN_SYSTEM, canonicalSystem, namedSystem } from '../shared/references.ts';
import { concept } from '../fhir/build.ts';
import { icd10cm, icd9cm, snomed } from '../fhir/datatypes.ts';
import type { Json } from '../fhir/build.ts';
import type { Value } from './fields.ts';

// Data types of HL7 version 2 as those of FHIR R4.

/** Kinds of universal ids (table 0301) besides object identifiers and URIs. */
const universal: Record<string, string> = { DNS: 'dns:', GUID: 'urn:uuid:', UUID: 'urn:uuid:' };

/**
 * The system that assigns a number: the universal id, wherever the message was sent from. A name that only the sender knows is
 * kept apart from the same name of another sender.
 * @param namespace, universalId, kind an HD; empty if the sending facility assigns it
 * @returns undefined if neither an authority nor a sender is known
 */
export function systemOf(
  facility: string,
  [namespace, universalId, kind]: readonly [string, string, string],
): string | undefined {
  if (/^(?:\d+\.)+\d+$/.test(universalId)) return canonicalSystem(`urn:oid:${universalId}`);
  if (/^(?:https?|urn):/.test(universalId)) return universalId;
  const scheme = lookup(universal, kind);
  if (scheme !== undefined && universalId !== '') return `${scheme}${universalId.toLowerCase()}`;
  if (namespace === 'NPI' || kind === 'NPI') return NPI_SYSTEM;
  if (namespace === 'USSSA') return SSN_SYSTEM;
  return namedSystem(facility, namespace || universalId);
}

/** The system of a number without a known authority that is only used together with its patient, such as a visit's. */
const unknownSystem = 'hl7v2:';

type Hd = readonly [string, string, string];
const noHd: Hd = ['', '', ''];

const authority = (value: Value, component: number): Hd => [
  value.part(component, 1),
  value.part(component, 2),
  value.part(component, 3),
];

/** A number and the system that assigns it; undefined if nobody is known to assign it. */
export type Identifier = Json & { system: string | undefined; value: string };

/**
 * CX: number, check digit, its scheme, authority, type, facility.
 * @param inherited the authority of a number that names none
 */
export function identifierOf(value: Value, facility: string, type = value.part(5), inherited: Hd = noHd): Identifier {
  const own = authority(value, 4);
  const system = type === 'SS' ? SSN_SYSTEM : systemOf(facility, own.some(Boolean) ? own : inherited);
  return {
    system,
    value: value.part(1),
    type: type === '' ? undefined : { coding: [{ code: type }] },
    assigner: { display: value.part(6) || value.part(4) || facility || undefined },
  };
}

/** The authority of a CX. */
export const authorityOf = (value: Value): Hd => authority(value, 4);

/** A number within a system; one without a known authority has a system of its own. */
export interface SystemNumber {
  system: string;
  value: string;
}

/** The number of something that belongs to one patient, such as a visit. */
export const numberWithin = ({ system = unknownSystem, value }: Identifier): SystemNumber => ({ system, value });

/** EI: number, namespace, universal id, its type. */
export function entityOf(value: Value, facility: string): SystemNumber | undefined {
  const number = value.part(1);
  if (number === '') return undefined;
  return { system: systemOf(facility, [value.part(2), value.part(3), value.part(4)]) ?? unknownSystem, value: number };
}

const nameUses: Record<string, string> = { L: 'official', D: 'usual', M: 'maiden', N: 'nickname', B: 'old', A: 'old' };

/** XPN: family, given, further given, suffix, prefix, degree, use. */
export function nameOf(value: Value): Json {
  return {
    use: lookup(nameUses, value.part(7)),
    family: value.part(1) || undefined,
    given: [value.part(2), value.part(3)].filter(Boolean),
    prefix: [value.part(5)].filter(Boolean),
    suffix: [value.part(4), value.part(6)].filter(Boolean),
  };
}

/** The name as it is said: Nicholas Radon. */
export function saidName(value: Value, firstPart = 1): string {
  return [value.part(firstPart + 1), value.part(firstPart + 2), value.part(firstPart)].filter(Boolean).join(' ');
}

const addressUses: Record<string, string> = {
  H: 'home',
  P: 'home',
  C: 'temp',
  B: 'work',
  O: 'work',
  BI: 'billing',
  BA: 'old',
};

/** XAD: street, other designation, city, state, ZIP code, country, use. */
export function addressOf(value: Value): Json {
  return {
    use: lookup(addressUses, value.part(7)),
    line: [value.part(1), value.part(2)].filter(Boolean),
    city: value.part(3) || undefined,
    state: value.part(4) || undefined,
    postalCode: value.part(5) || undefined,
    country: value.part(6) || undefined,
  };
}

const telecomUses: Record<string, string> = Object.fromEntries(
  Object.entries({
    home: ['PRN', 'ORN', 'VHN', 'HOME'],
    work: ['WPN', 'WORK', 'BUS', 'BUSINESS'],
    mobile: ['PRS', 'CP', 'CELL', 'CELLULAR', 'MOBILE', 'MB', 'MC'],
  }).flatMap(([use, kinds]) => kinds.map((kind) => [kind, use])),
);
const faxes = new Set(['FX', 'FAX']);

/**
 * XTN: number, use, equipment, email, country, area, local number, extension, and the number as one text (12). Senders write
 * the kind in either of the second and third components, also in words: CELL, EMAIL.
 */
export function telecomOf(value: Value, use: 'home' | 'work'): Json[] {
  const kinds = [value.part(3), value.part(2)].map((kind) => kind.toUpperCase());
  const uses = kinds.map((kind) => lookup(telecomUses, kind)).filter((kind) => kind !== undefined);
  const local = [value.part(6), value.part(7)].filter(Boolean).join('');
  const extension = value.part(8);
  const number = value.part(1) || value.part(12) || (local === '' ? '' : `${local}${extension && ` x${extension}`}`);
  const system = kinds.some((kind) => faxes.has(kind)) ? 'fax' : 'phone';
  const email = [value.part(4), value.part(1)].find((text) => /^[^@\s]+@[^@\s]+$/.test(text));
  return [
    ...(email === undefined ? [] : [{ system: 'email', value: email }]),
    ...(number === '' || number === email
      ? []
      : [{ system, value: number, use: uses.includes('mobile') ? 'mobile' : (uses[0] ?? use) }]),
  ];
}

const codeSystems: Record<string, string> = {
  I10: icd10cm,
  I10C: icd10cm,
  ICD10: icd10cm,
  'ICD-10-CM': icd10cm,
  I9: icd9cm,
  I9C: icd9cm,
  I9M: icd9cm,
  SCT: snomed,
  LN: 'http://loinc.org',
  RXNORM: 'http://www.nlm.nih.gov/research/umls/rxnorm',
  CVX: 'http://hl7.org/fhir/sid/cvx',
  NDC: 'http://hl7.org/fhir/sid/ndc',
  C4: 'http://www.ama-assn.org/go/cpt',
  CPT: 'http://www.ama-assn.org/go/cpt',
  I10P: 'http://www.cms.gov/Medicare/Coding/ICD10',
};

/** CWE: code, text, system, and the original text (9). */
export function conceptOf(value: Value, codeSystem = value.part(3)): Json | undefined {
  const system = lookup(codeSystems, codeSystem);
  return concept(value.part(9) || value.part(2), {
    code: value.part(1),
    display: value.part(2),
    ...(system && { system }),
  });
}
