import { isImpossibleSsn } from '@careloop/contracts/fields/identifiers';

import { hasCode } from './datatypes.ts';
import {
  IN_CONTENT,
  SSN_SYSTEM,
  authorityKeyOf,
  digestOf,
  identifierKey,
  isStrong,
  namedSystem,
  partsOf,
} from '../shared/references.ts';

import type { Identifier } from './datatypes.ts';
import type { Key } from '../shared/references.ts';

export interface PatientIdentifier {
  key: Key;
  typeCode: string | null;
  /** A former number: it leads to the patient, but is not shown. */
  hasEnded: boolean;
}

interface Mrn {
  value: string;
  /** Null if the record does not say who assigns the number; such a number is not used for matching. */
  system: string | null;
  /** Display name of the system. */
  systemName: string | null;
}

export interface PatientIdentifiers {
  all: PatientIdentifier[];
  /** The MRN shown to users. */
  mrn: Mrn | null;
  /** MRNs within the authority that assigns them; each identifies the patient. */
  mrnKeys: Key[];
  /** Former MRNs; each identifies the patient, too. */
  endedKeys: Key[];
  /** MRNs whose authority is only a name, for comparison with those of other senders. */
  authorityKeys: Key[];
  /** Identifies the patient only together with the birth date and a name. */
  ssnKey: Key | null;
}

/** The form of the number shown for a patient whose record has none. */
export const temporaryMrn = /^TEMP-[0-9A-F]{8}$/;

/** The number shown for a patient whose record has no MRN. A record's id is not shown as one. */
export function temporaryNumber(key: Key): string {
  const { system, value } = partsOf(key);
  const digest = system === IN_CONTENT ? value : digestOf(key);
  return `TEMP-${Buffer.from(digest, 'base64url').toString('hex').slice(0, 8).toUpperCase()}`;
}

/**
 * Reads the identifiers of a patient. Placeholders that many people share are dropped with a remark.
 * @param sender assigns the numbers of systems that have only a name
 */
export function readIdentifiers(
  identifiers: readonly Identifier[],
  sender: string,
  remarks: string[],
): PatientIdentifiers {
  const found = new Map<Key, PatientIdentifier>();
  const mrns: (Mrn & { rank: number; key: Key; hasEnded: boolean })[] = [];
  for (const identifier of identifiers) {
    const { value, type, use } = identifier;
    const system = universalOf(identifier.system, sender);
    const isMrn = hasCode(type, 'MR');
    const hasEnded = use === 'old';
    if (value === null || (hasEnded && !isMrn)) continue;
    const typeCode = isMrn ? 'MR' : (type?.coding.find((item) => item.code !== null)?.code ?? null);
    const key = identifierKey('Patient', system ?? (typeCode === 'SS' ? SSN_SYSTEM : `type:${typeCode}`), value);
    const isSsn = partsOf(key).system === SSN_SYSTEM;
    const leftOut = isSsn ? whyNoSsn(partsOf(key).value) : isMrn && isPlaceholder(value) ? placeholder : null;
    if (leftOut !== null) {
      remarks.push(isSsn ? `SSN left out: ${leftOut}` : `left out: the MRN, which is ${leftOut}`);
      continue;
    }
    if (system !== null || typeCode !== null) found.set(key, { key, typeCode, hasEnded });
    if (isMrn) mrns.push({ value, system, systemName: nameOf(identifier), rank: rankOf(use), key, hasEnded });
  }
  const current = mrns.filter(({ hasEnded }) => !hasEnded);
  const [mrn] = current.toSorted((one, other) => one.rank - other.rank);
  const assigned = (some: typeof mrns) => some.filter(({ system }) => system !== null).map(({ key }) => key);
  return {
    all: [...found.values()],
    mrn: mrn ?? null,
    mrnKeys: assigned(current).filter(isStrong),
    endedKeys: assigned(mrns.filter(({ hasEnded }) => hasEnded)).filter(isStrong),
    authorityKeys: assigned(mrns)
      .map(authorityKeyOf)
      .filter((key) => key !== null),
    ssnKey: [...found.keys()].find((key) => partsOf(key).system === SSN_SYSTEM) ?? null,
  };
}

/** A system of FHIR is a URI. One that is only a name means something else at every sender. */
function universalOf(system: string | null, sender: string): string | null {
  return system === null || system.includes(':') ? system : (namedSystem(sender, system) ?? null);
}

const uses = ['usual', 'official', null];

function rankOf(use: string | null): number {
  return uses.includes(use) ? uses.indexOf(use) : uses.length;
}

/** Display name of the MRN's assigner: the one given in the record, or else the system's URI without its prefix. */
function nameOf({ system, assigner }: Identifier): string | null {
  return assigner?.display ?? system?.replace(/^(?:https?:\/\/|urn:oid:)/, '') ?? null;
}

const placeholder = 'a placeholder that many people share';

/** Why a number is dropped: a placeholder, the specimen number printed on wallet cards, or digits that are never issued. */
function whyNoSsn(value: string): string | null {
  if (!/^\d{9}$/.test(value) || /^(\d)\1*$|^123456789$|^078051120$/.test(value)) return placeholder;
  return isImpossibleSsn(value) ? 'no Social Security number has these digits' : null;
}

const placeholderWords =
  /^(?:unknown|unk|none|n\/?a|null|nil|nan|test|temp|tbd|pending|missing|not (?:available|assigned|applicable|known))$/i;

/** Values people type when there is no number. Four equal digits may be a number. */
export function isPlaceholder(value: string): boolean {
  const packed = value.replaceAll(/[\s._-]+/g, '');
  return (
    packed === '' ||
    packed === '123456789' ||
    /^0+$/.test(packed) ||
    /^(.)\1{4,}$/i.test(packed) ||
    placeholderWords.test(value.trim())
  );
}
