import { z } from 'zod';

import {
  contactsOf,
  isAbroad,
  currentAddress,
  currentName,
  emailsOf,
  personName,
  phoneDigits,
  phoneOf,
  positionOf,
  postalAddress,
} from './contact.ts';
import {
  address,
  codeableConcept,
  coding,
  contactPoint,
  hasCode,
  humanName,
  identifier,
  reference,
  wordsOf,
} from './datatypes.ts';
import { dayOf, fhirDate, hasDay, isFuture } from './dates.ts';
import { Rejection } from './draft.ts';
import { countOthers, leavePart, readParts } from './readParts.ts';
import { readIdentifiers, temporaryNumber } from './patientIdentifiers.ts';
import { isLasting, partsOf, primaryKey } from '../shared/references.ts';
import { code, list, text } from './text.ts';

import type { CodeableConcept, ContactPoint, HumanName } from './datatypes.ts';
import type { ColumnsOf, Draft } from './draft.ts';
import type { PatientIdentifier } from './patientIdentifiers.ts';
import type { Key, Naming, Ref } from '../shared/references.ts';
import type { SourceResource } from './source.ts';

const patient = z.object({
  // Systems add extensions of their own: one that cannot be read is skipped, and the patient is imported.
  extension: list(
    z
      .object({ url: text(2000), valueCoding: coding.nullish() })
      .nullable()
      .catch(null),
  ),
  identifier: list(identifier),
  name: list(humanName),
  telecom: list(contactPoint),
  gender: code(['male', 'female', 'other', 'unknown']),
  birthDate: fhirDate,
  deceasedBoolean: z.boolean('is not true or false').nullish(),
  deceasedDateTime: fhirDate,
  active: z.boolean('is not true or false').nullish(),
  link: list(z.object({ other: reference.nullish(), type: text(20) })),
  address: list(address),
  maritalStatus: codeableConcept.nullish(),
  contact: list(
    z.object({ relationship: list(codeableConcept), name: humanName.nullish(), telecom: list(contactPoint) }),
  ),
  generalPractitioner: list(reference),
  communication: list(
    z.object({ language: codeableConcept.nullish(), preferred: z.boolean('is not true or false').nullish() }),
  ),
});
type PatientResource = z.infer<typeof patient>;

export interface PatientDraft extends Draft {
  /** Columns of patient. */
  columns: ColumnsOf<
    'patient',
    | 'mrn'
    | 'mrn_system'
    | 'name_prefix'
    | 'first_name'
    | 'middle_name'
    | 'last_name'
    | 'name_suffix'
    | 'date_of_birth'
    | 'gender'
    | 'is_deceased'
    | 'deceased_on'
    | 'is_active'
    | 'ssn'
    | 'home_phone'
    | 'cell_phone'
    | 'office_phone'
    | 'alternate_phone'
    | 'email'
    | 'address1'
    | 'address2'
    | 'city'
    | 'state'
    | 'zipcode'
    | 'latitude'
    | 'longitude'
    | 'caregiver_name'
    | 'next_of_kin_name'
    | 'next_of_kin_relationship'
    | 'next_of_kin_phone'
    | 'pcp_name'
    | 'language'
    | 'marital_status',
    'is_active'
  >;
  /** All identifiers of the patient; only MRNs within their authority and the SSN are used for matching. */
  identifiers: PatientIdentifier[];
  mrnKeys: Key[];
  endedKeys: Key[];
  authorityKeys: Key[];
  ssnKey: Key | null;
  mrnSystemName: string | null;
  pcp: Ref | null;
  /** The record that replaced this one; both are the same person. */
  replacedBy: Ref | null;
  /** Records that this one replaced. */
  replaces: Ref[];
}

export function mapPatient(source: SourceResource, naming: Naming): PatientDraft {
  const value = readParts(patient, source);
  const name = currentName(value.name);
  const remarks: string[] = [];
  const { all, mrn, mrnKeys, ...numbers } = readIdentifiers(value.identifier, naming.sender, remarks);
  const { ssnKey } = numbers;
  if (name === null && mrnKeys.length === 0 && source.id === null)
    throw new Rejection('has neither a name nor a number');
  if (name === null) remarks.push('name unknown: the record has none');
  const reached = { ...phonesOf(value.telecom), ...emailOf(value.telecom) };
  const people = new Set([value.contact[0], nextOfKinIn(value)].filter((one) => one !== undefined));
  countOthers(source, {
    name: value.name.length - 1,
    address: value.address.length - 1,
    telecom: stated(value.telecom.map((one) => one.value)) - stated(Object.values(reached)),
    contact: value.contact.length - people.size,
    generalPractitioner: value.generalPractitioner.length - 1,
    communication: value.communication.length - 1,
  });
  leaveUnplaced(source, value);
  leavePart(source, 'SSN', remarks.filter((remark) => remark.startsWith('SSN')).length);
  const keys = keysOf(source, naming, mrnKeys);
  return {
    source,
    keys,
    remarks,
    identifiers: all,
    mrnKeys,
    ...numbers,
    mrnSystemName: mrn?.systemName ?? null,
    pcp: naming.refOf(value.generalPractitioner[0], 'Practitioner', 'PractitionerRole'),
    replacedBy: linksOf(value, 'replaced-by', naming)[0] ?? null,
    replaces: linksOf(value, 'replaces', naming),
    columns: {
      mrn: mrn?.value ?? temporaryNumber(primaryKey(keys)),
      mrn_system: mrn?.system ?? null,
      name_prefix: name?.prefix.filter(Boolean).join(' ') || null,
      ...personName(name),
      name_suffix: name?.suffix.filter(Boolean).join(' ') || null,
      date_of_birth: birthDateOf(value.birthDate, remarks),
      gender: genderOf(value),
      ...deathOf(value, remarks),
      is_active: value.active ?? null,
      ssn: ssnKey === null ? null : partsOf(ssnKey).value,
      ...reached,
      ...placeOf(value),
      caregiver_name: fullName(value.contact[0]?.name),
      ...nextOfKinOf(value),
      pcp_name: value.generalPractitioner[0]?.display ?? null,
      language: languageOf(value),
      marital_status: maritalStatusOf(value),
    },
  };
}

/** Counts what has no place of the people and the address that are kept. */
function leaveUnplaced(source: SourceResource, value: PatientResource): void {
  const [caregiver] = value.contact;
  if (caregiver !== undefined && caregiver !== nextOfKinIn(value)) {
    leavePart(source, 'contact.relationship', caregiver.relationship.filter((one) => wordsOf(one) !== null).length);
    leavePart(source, 'contact.telecom', stated(caregiver.telecom.map((one) => one.value)));
  }
  const kin = nextOfKinIn(value);
  if (kin !== undefined) leavePart(source, 'contact.telecom', stated(kin.telecom.map((one) => one.value)) - 1);
  if (isAbroad(currentAddress(value.address))) leavePart(source, 'address.country');
}

const stated = (values: readonly (string | null)[]) => values.filter((value) => value !== null).length;

const SEX = 'http://hl7.org/fhir/us/core/StructureDefinition/us-core-individual-sex';
const sexes: Partial<Record<string, string>> = { 248152002: 'female', 248153007: 'male' };

/** The administrative gender, or the sex that US Core states separately. */
function genderOf({ gender, extension }: PatientResource): string {
  if (gender === 'male' || gender === 'female') return gender;
  const sex = gender === null ? extension.find((one) => one?.url === SEX)?.valueCoding?.code : null;
  return sexes[sex ?? ''] ?? 'unknown';
}

/** Keys that references may use: the record's own id, or else its MRN, or else a digest of its content; plus its fullUrl. */
function keysOf(source: SourceResource, naming: Naming, mrnKeys: readonly Key[]): Key[] {
  const keys = source.id === null ? [] : [naming.idKey('Patient', source.id)];
  const named = [...keys, ...mrnKeys];
  const own = naming.keysOf({ ...source, id: null, ifNoneExist: null });
  return [...new Set([...named, ...own.filter((key) => named.length === 0 || !isLasting(key))])];
}

function linksOf({ link }: PatientResource, wanted: string, naming: Naming): Ref[] {
  const linked = link.filter(({ type }) => type === wanted).map(({ other }) => naming.refOf(other, 'Patient'));
  return linked.filter((ref) => ref !== null);
}

function birthDateOf(birthDate: string | null, remarks: string[]): string | null {
  const why =
    birthDate === null
      ? 'the record has none'
      : isFuture(birthDate)
        ? 'the record’s is in the future'
        : hasDay(birthDate)
          ? null
          : 'the record has only a year or month';
  if (why !== null) remarks.push(`${birthDate === null ? '' : 'left out: '}birth date unknown: ${why}`);
  return birthDate === null || why !== null ? null : dayOf(birthDate);
}

/** Whether the patient is deceased, and the day if it is given and plausible. */
function deathOf(
  value: PatientResource,
  remarks: string[],
): { is_deceased: boolean | null; deceased_on: string | null } {
  const { birthDate, deceasedDateTime: died, deceasedBoolean } = value;
  if (died === null) return { is_deceased: deceasedBoolean ?? null, deceased_on: null };
  // Compare at the precision of the less precise date: a death in the year of birth is not a contradiction.
  const length = Math.min(died.length, birthDate?.length ?? 0, 10);
  if (died.slice(0, length) < (birthDate ?? '').slice(0, length))
    remarks.push('left out: the date of death, which is before the birth date');
  else if (isFuture(died)) remarks.push('left out: the date of death, which is in the future');
  else {
    if (!hasDay(died)) remarks.push('date taken as the first day of its month or year');
    return { is_deceased: true, deceased_on: dayOf(died) };
  }
  return { is_deceased: true, deceased_on: null };
}

/** One number per purpose. The first number without a use becomes the home number, further ones become alternates. */
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

function emailOf(telecom: readonly ContactPoint[]) {
  const { email, direct_email: direct } = emailsOf(telecom);
  return { email: email ?? direct };
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

/** Next of kin (v2-0131): code N, or the text "next of kin". */
const isNextOfKin = (concept: CodeableConcept) =>
  hasCode(concept, 'N') || /next[- ]of[- ]kin/i.test(wordsOf(concept) ?? '');
const nextOfKinIn = ({ contact }: PatientResource) =>
  contact.find(({ relationship }) => relationship.some(isNextOfKin));

function nextOfKinOf(value: PatientResource) {
  const kin = nextOfKinIn(value);
  const relationship = kin?.relationship.find((concept) => !isNextOfKin(concept));
  // The text of the coded concept may state the relationship: "Sister".
  const words = kin?.relationship.find(({ text: said }) => said !== null && !/next[- ]of[- ]kin/i.test(said))?.text;
  return {
    next_of_kin_name: fullName(kin?.name),
    next_of_kin_relationship: wordsOf(relationship) ?? words ?? null,
    next_of_kin_phone: kin === undefined ? null : phoneOf(kin.telecom, 'phone'),
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
  S: 'Single',
  T: 'Domestic partner',
  U: 'Unmarried',
  W: 'Widowed',
};

/** As text, even if the sender repeats the code as the text. */
function maritalStatusOf(value: PatientResource): string | null {
  const status = value.maritalStatus;
  const statusCode = status?.coding.find((item) => item.code !== null)?.code;
  return maritalStatuses[statusCode ?? ''] ?? wordsOf(status);
}
