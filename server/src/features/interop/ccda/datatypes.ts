import { lookup } from '../../../platform/rendering/hl7/lookup.ts';
import { concept } from '../fhir/build.ts';
import type { Json } from '../fhir/build.ts';
import { icd10cm, icd9cm, snomed } from '../fhir/datatypes.ts';
import { canonicalSystem } from '../shared/references.ts';
import { fhirTimeOf } from '../fhir/times.ts';
import type { Element } from './element.ts';

// Data types of clinical documents (CDA release 2) as those of FHIR R4.

/** II: the number and the object identifier of the system that assigns it; undefined for a null value. */
export function identifierOf(id: Element | undefined): { system: string; value: string } | undefined {
  const { root = '', extension = '', nullFlavor } = id?.attributes ?? {};
  if (nullFlavor !== undefined || root === '') return undefined;
  // A root without a number identifies the object by itself.
  return extension === ''
    ? { system: 'urn:ietf:rfc:3986', value: root }
    : { system: canonicalSystem(`urn:oid:${root}`), value: extension };
}

export const identifiersOf = (ids: readonly Element[]) =>
  ids.map(identifierOf).filter((identifier) => identifier !== undefined);

const nameUses: Record<string, string> = { L: 'official', C: 'official', P: 'nickname', A: 'nickname', ASGN: 'usual' };

/** EN: names that the qualifier BR or MAIDEN marks as former ones are not the current name. */
export function nameOf(name: Element): Json {
  const parts = (kind: string) =>
    name
      .all(kind)
      .map(({ text }) => text.trim())
      .filter(Boolean);
  const families = name.all('family').filter(({ attributes }) => attributes['qualifier'] !== 'BR');
  return {
    use: lookup(nameUses, name.attributes['use'] ?? ''),
    text: name.children.length === 0 ? name.text.trim() || undefined : undefined,
    family: (families.length > 0 ? families : name.all('family')).map(({ text }) => text.trim()).join(' ') || undefined,
    given: parts('given'),
    prefix: parts('prefix'),
    suffix: parts('suffix'),
  };
}

/** The name as it is said: Adam Everyman, MD. */
export function saidName(name: Element | undefined): string {
  if (name === undefined) return '';
  const parts = (kind: string) => name.all(kind).map(({ text }) => text.trim());
  const words =
    [...parts('given'), ...parts('family')].filter(Boolean).join(' ') || name.text.replaceAll(/\s+/g, ' ').trim();
  return [words, ...parts('suffix')].filter(Boolean).join(', ');
}

const addressUses: Record<string, string> = { HP: 'home', H: 'home', HV: 'home', WP: 'work', TMP: 'temp', BAD: 'old' };

export function addressOf(addr: Element): Json {
  return {
    use: lookup(addressUses, addr.attributes['use'] ?? ''),
    line: addr
      .all('streetAddressLine')
      .map(({ text }) => text.trim())
      .filter(Boolean),
    city: addr.line('city') || undefined,
    state: addr.line('state') || undefined,
    postalCode: addr.line('postalCode') || undefined,
    country: addr.line('country') || undefined,
  };
}

const telecomUses: Record<string, string> = { HP: 'home', H: 'home', HV: 'home', WP: 'work', MC: 'mobile', BAD: 'old' };

/** TEL: tel:, fax: or mailto:, or a number alone. */
export function telecomOf(telecom: Element): Json[] {
  const { value = '', use = '' } = telecom.attributes;
  const [, scheme = 'tel', rest = ''] = /^(?:(tel|fax|mailto):)?(.*)$/is.exec(value.trim()) ?? [];
  if (rest === '') return [];
  const system = lookup({ mailto: 'email', fax: 'fax' }, scheme.toLowerCase()) ?? 'phone';
  return [{ system, value: rest, use: lookup(telecomUses, use.split(' ')[0] ?? '') }];
}

const codeSystems: Record<string, string> = {
  '2.16.840.1.113883.6.90': icd10cm,
  '2.16.840.1.113883.6.103': icd9cm,
  '2.16.840.1.113883.6.96': snomed,
  '2.16.840.1.113883.6.1': 'http://loinc.org',
  '2.16.840.1.113883.6.88': 'http://www.nlm.nih.gov/research/umls/rxnorm',
  '2.16.840.1.113883.12.292': 'http://hl7.org/fhir/sid/cvx',
  '2.16.840.1.113883.6.69': 'http://hl7.org/fhir/sid/ndc',
  '2.16.840.1.113883.6.12': 'http://www.ama-assn.org/go/cpt',
  '2.16.840.1.113883.6.4': 'http://www.cms.gov/Medicare/Coding/ICD10',
  '2.16.840.1.113883.4.9': 'http://fdasis.nlm.nih.gov',
};

function codingOf({ attributes }: Element): Json[] {
  const { code = '', displayName = '', codeSystem = '' } = attributes;
  if (code === '') return [];
  return [{ system: lookup(codeSystems, codeSystem), code, display: displayName || undefined }];
}

/** CE: a code and its translations. @param narrative the texts of the section by their ids, to which a code may refer */
export function conceptOf(
  code: Element | undefined,
  narrative: ReadonlyMap<string, string> = new Map(),
): Json | undefined {
  if (code === undefined) return undefined;
  const codings = [code, ...code.all('translation')].flatMap(codingOf);
  const reference = code.value('originalText/reference').replace(/^#/, '');
  const original = narrative.get(reference) ?? code.line('originalText');
  const text = withQualifiers(code, code.attributes['displayName'] || original);
  if (codings.length === 0) return concept(text);
  return { text: text || undefined, coding: codings };
}

/** A text with what qualifies it, such as the side of the body: Knee (Left). */
function withQualifiers(code: Element, text: string): string {
  const words = code
    .all('qualifier')
    .map((qualifier) => {
      // The name says what kind of qualifier it is, such as laterality, which the value shows.
      qualifier.all('name');
      return qualifier.value('value', 'displayName') || qualifier.line('value/originalText');
    })
    .filter((word) => word !== '' && !text.toLowerCase().includes(word.toLowerCase()));
  return text === '' || words.length === 0 ? text : `${text} (${words.join(', ')})`;
}

/** TS: a time, undefined for a null value. */
export const timeOf = (time: Element | undefined, timeZone: string): string | undefined =>
  fhirTimeOf(time?.attributes['value'] ?? '', { timeZone });

/** IVL_TS: an interval, or a single time. */
export function periodOf(time: Element | undefined, timeZone: string): { start?: string; end?: string } {
  const [low, whole, high] = [time?.first('low'), time, time?.first('high')].map((one) => timeOf(one, timeZone));
  const [start, end] = [low ?? whole, high];
  return { ...(start !== undefined && { start }), ...(end !== undefined && { end }) };
}
