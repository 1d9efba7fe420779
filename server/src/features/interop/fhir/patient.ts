import { z } from 'zod';

import {
  contactsOf,
  currentAddress,
  currentName,
  emailsOf,
  personName,
  phoneDigits,
  positionOf,
  postalAddress,
} from './contact.ts';
import { address, codeableConcept, contactPoint, hasCode, humanName, identifier, wordsOf } from './datatypes.ts';
import { dayOf, fhirDate, hasDay, millisecondsOf } from './dates.ts';
import { Rejection, validate } from './draft.ts';
import { SSN_SYSTEM, identifierKey, partsOf, primaryKey } from './references.ts';
import { code, list } from './text.ts';

import type { ContactPoint, HumanName, Identifier } from './datatypes.ts';
import type { Columns, Draft } from './draft.ts';
import type { Key, Naming } from './references.ts';
import type { SourceResource } from './source.ts';

const patient = z.object({
  identifier: list(identifier),
  name: list(humanName),
  telecom: list(contactPoint),
  gender: code(['male', 'female', 'other', 'unknown']),
  birthDate: fhirDate,
  deceasedBoolean: z.boolean('is not true or false').nullish(),
  deceasedDateTime: fhirDate,
  address: list(address),
  maritalStatus: codeableConcept.nullish(),
  contact: list(z.object({ name: humanName.nullish() })),
  communication: list(
    z.object({ language: codeableConcept.nullish(), preferred: z.boolean('is not true or false').nullish() }),
  ),
});
type PatientResource = z.infer<typeof patient>;

export interface PatientIdentifier {
  key: Key;
  typeCode: string | null;
}

export interface PatientDraft extends Draft {
  /** Of patient. */
  columns: Columns & { mrn: string; first_name: string; last_name: string; date_of_birth: string | null };
  /** Identifiers that find the patient again: MRN, SSN, numbers of other systems. */
  identifiers: PatientIdentifier[];
}

export function mapPatient(source: SourceResource, naming: Naming): PatientDraft {
  const value = validate(patient, source);
  const name = currentName(value.name);
  if (name === null) throw new Rejection('has no name');
  const remarks: string[] = [];
  const identifiers = identifiersOf(value.identifier, remarks);
  const keys = naming.keysOf(source).concat(identifiers.map(({ key }) => key));
  return {
    source,
    keys,
    remarks,
    identifiers,
    columns: {
      mrn: mrnOf(value.identifier) ?? partsOf(primaryKey(keys)).value,
      ...personName(name),
      date_of_birth: birthDateOf(value.birthDate, remarks),
      gender: value.gender === 'male' || value.gender === 'female' ? value.gender : 'unknown',
      deceased_on: deceasedOn(value, remarks),
      ssn: ssnOf(identifiers),
      ...phonesOf(value.telecom),
      email: emailsOf(value.telecom).email ?? emailsOf(value.telecom).direct_email,
      ...placeOf(value),
      caregiver_name: fullName(value.contact[0]?.name),
      language: languageOf(value),
      marital_status: maritalStatusOf(value),
    },
  };
}

function identifiersOf(identifiers: readonly Identifier[], remarks: string[]): PatientIdentifier[] {
  const found = new Map<Key, PatientIdentifier>();
  for (const { system, value, type, use } of identifiers) {
    if (value === null || use === 'old') continue;
    const typeCode = type?.coding.find((item) => item.code !== null)?.code ?? null;
    const key = identifierKey('Patient', system ?? (typeCode === 'SS' ? SSN_SYSTEM : `type:${typeCode}`), value);
    if (isPlaceholderSsn(key)) remarks.push('SSN left out: a placeholder that many people share');
    else if (system !== null || typeCode !== null) found.set(key, { key, typeCode });
  }
  return [...found.values()];
}

/** Numbers that the Social Security Administration never gives, and the one from the wallet. */
function isPlaceholderSsn(key: Key): boolean {
  const { system, value } = partsOf(key);
  if (system !== SSN_SYSTEM) return false;
  return !/^\d{9}$/.test(value) || /^(\d)\1*$|^000|^666|^.{3}00|0000$|^123456789$|^078051120$/.test(value);
}

function ssnOf(identifiers: readonly PatientIdentifier[]): string | null {
  const ssn = identifiers.map(({ key }) => partsOf(key)).find(({ system }) => system === SSN_SYSTEM);
  return ssn?.value ?? null;
}

/** The medical record number: an identifier of type MR, the one in use first. */
function mrnOf(identifiers: readonly Identifier[]): string | null {
  const uses = ['usual', 'official', null];
  const rank = ({ use }: Identifier) => (uses.includes(use) ? uses.indexOf(use) : uses.length);
  return (
    identifiers
      .filter((item) => item.value !== null && item.use !== 'old' && hasCode(item.type, 'MR'))
      .toSorted((one, other) => rank(one) - rank(other))[0]?.value ?? null
  );
}

function birthDateOf(birthDate: string | null, remarks: string[]): string | null {
  if (birthDate === null) {
    remarks.push('birth date unknown: the record has none');
    return null;
  }
  // Tomorrow, because it may be tomorrow already where the record was written.
  if (millisecondsOf(birthDate) > Date.now() + 86_400_000) throw new Rejection('birthDate is in the future');
  if (hasDay(birthDate)) return dayOf(birthDate);
  remarks.push('birth date unknown: the record has only a year or month');
  return null;
}

function deceasedOn(value: PatientResource, remarks: string[]): string | null {
  if (value.deceasedDateTime !== null) return dayOf(value.deceasedDateTime);
  if (value.deceasedBoolean === true) remarks.push('death not kept: the record has no date of it');
  return null;
}

/** One number for each purpose; the first number without one is the home number, further ones are alternates. */
function phonesOf(telecom: readonly ContactPoint[]) {
  const phones = contactsOf(telecom, 'phone');
  const takes = new Map<string, ContactPoint>();
  for (const purpose of ['home', 'mobile', 'work']) {
    const phone = phones.find((item) => item.use === purpose);
    if (phone !== undefined) takes.set(purpose, phone);
  }
  for (const purpose of ['home', 'other']) {
    const phone = phones.find((item) => ![...takes.values()].includes(item));
    if (phone !== undefined && !takes.has(purpose)) takes.set(purpose, phone);
  }
  const number = (purpose: string) => phoneDigits(takes.get(purpose)?.value ?? null);
  return {
    home_phone: number('home'),
    cell_phone: number('mobile'),
    office_phone: number('work'),
    alternate_phone: number('other'),
  };
}

function placeOf(value: PatientResource) {
  const current = currentAddress(value.address);
  const position = positionOf(current);
  return {
    ...postalAddress(current),
    latitude: position.latitude ?? null,
    longitude: position.longitude ?? null,
  };
}

function fullName(name: HumanName | null | undefined): string | null {
  if (name === null || name === undefined) return null;
  return name.text ?? ([...name.given, name.family].filter(Boolean).join(' ') || null);
}

function languageOf(value: PatientResource): string | null {
  const preferred = value.communication.find((item) => item.preferred === true) ?? value.communication[0];
  return wordsOf(preferred?.language);
}

const maritalStatuses: Partial<Record<string, string>> = {
  A: 'Annulled',
  C: 'Common law',
  D: 'Divorced',
  I: 'Interlocutory',
  L: 'Legally separated',
  M: 'Married',
  P: 'Polygamous',
  S: 'Never married',
  T: 'Domestic partner',
  U: 'Unmarried',
  W: 'Widowed',
};

/** In words, also where a sender repeats the code as the text. */
function maritalStatusOf(value: PatientResource): string | null {
  const status = value.maritalStatus;
  const statusCode = status?.coding.find((item) => item.code !== null)?.code;
  return maritalStatuses[statusCode ?? ''] ?? wordsOf(status);
}
