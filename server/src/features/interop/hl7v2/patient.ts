import { codeTables } from '../../../platform/rendering/hl7/codes.ts';
import { lookup } from '../../../platform/rendering/hl7/lookup.ts';
import { concept, entryOf, languageName } from '../fhir/build.ts';
import type { Entry, Json } from '../fhir/build.ts';
import { SSN_SYSTEM } from '../shared/references.ts';
import { addressOf, authorityOf, conceptOf, identifierOf, nameOf, saidName, telecomOf } from './datatypes.ts';
import type { Identifier } from './datatypes.ts';
import { leaveOut, textOf, valueOf, valuesOf } from './fields.ts';
import type { Value } from './fields.ts';
import type { Segment } from '../../../platform/rendering/hl7/message.ts';
import type { Message } from './message.ts';
import { practitionerOf, providerName } from './people.ts';

const genders: Record<string, string> = { F: 'female', M: 'male', O: 'other', A: 'other', U: 'unknown', N: 'unknown' };

/** Merges of two patients: the number in MRG is no longer used. */
const merges = new Set(['A18', 'A30', 'A34', 'A36', 'A39', 'A40', 'A41']);

/** One patient gets another number instead of the one in MRG. */
const numberChanges = new Set(['A46', 'A47']);

/** The patient of a message that has one, and the primary care provider. */
export function patientOf(message: Message): { patient: Entry; providers: Entry[] } {
  const pid = message.segment('PID');
  const pcp = valueOf(message.segment('PD1'), 4);
  const practitioner = practitionerOf(pcp, message);
  if (practitioner === null && providerName(pcp) === '' && pcp.part(1) !== '') {
    pcp.take();
    message.notKept.push('primary care provider without a name and an NPI');
  }
  const language = valueOf(pid, 15);
  const patient = entryOf(message, 'patient', 'Patient', {
    meta: { lastUpdated: message.sentAt },
    identifier: identifiersOf(message),
    name: valuesOf(pid, 5).map(nameOf),
    birthDate: message.time(textOf(pid, 7))?.slice(0, 10),
    gender: textOf(pid, 8) === '' ? undefined : (lookup(genders, textOf(pid, 8).toUpperCase()) ?? textOf(pid, 8)),
    address: valuesOf(pid, 11).map(addressOf),
    telecom: [
      ...valuesOf(pid, 13).flatMap((value) => telecomOf(value, 'home')),
      ...valuesOf(pid, 14).flatMap((value) => telecomOf(value, 'work')),
    ],
    communication: [{ language: concept(language.part(2) || languageOf(language.part(1))) }],
    maritalStatus: maritalOf(valueOf(pid, 16)),
    ...deathOf(message),
    contact: message.all('NK1').filter(isPerson).map(contactOf),
    generalPractitioner:
      practitioner !== null || providerName(pcp) !== '' ? [primaryCare(practitioner, providerName(pcp))] : [],
    link: replacedBy(message),
  });
  return { patient, providers: practitioner === null ? [] : [practitioner] };
}

/** As text: the letters mean something else in FHIR. Some senders state the word in place of the code. */
const maritalOf = (value: Value) =>
  concept(lookup<string>(codeTables.marital, value.part(1).toUpperCase()) ?? (value.part(2) || wordIn(value.part(1))));

/** The sender's own word. A short code that is not in the table would mean nothing to a reader. */
const wordIn = (text: string): string => (text.length > 2 ? text : '');

/** A code of letters; a number is one of the sender's own. */
const languageOf = (code: string) => (/^[a-z]/i.test(code) ? languageName(code) : '');

const primaryCare = (practitioner: Entry | null, display: string): Json => ({
  reference: practitioner?.fullUrl,
  display: display || undefined,
});

/** Types of numbers that are not medical record numbers (table 0203). */
const otherNumbers = new Set(['SS', 'DL', 'PPN', 'MC', 'MA', 'MB', 'MI', 'AN', 'VN', 'NPI', 'BR', 'TAX', 'NI', 'MCN']);

/**
 * PID-3, or the numbers of older versions; the SSN is in PID-19. If none is marked as an MRN, every number is one that only
 * counts patients, under whatever type the sender has for it.
 */
function identifiersOf(message: Message): Json[] {
  const { facility } = message;
  const numbers = numbersOf(message);
  const hasMrn = numbers.some((number) => number.part(5) === 'MR');
  const typeOf = (number: Value) => (hasMrn || otherNumbers.has(number.part(5)) ? number.part(5) : 'MR');
  const ssn = textOf(message.segment('PID'), 19);
  const former = numberChanges.has(message.event) ? endedNumbers(message) : [];
  return [
    ...numbers.map((number) => identifierOf(number, facility, typeOf(number))),
    ...former.map((number) => ({ ...number, use: 'old' })),
    ...(ssn === '' ? [] : [{ system: SSN_SYSTEM, value: ssn, type: { coding: [{ code: 'SS' }] } }]),
  ];
}

function numbersOf({ segment }: Message): Value[] {
  const pid = segment('PID');
  const listed = valuesOf(pid, 3);
  return listed.length > 0 ? listed : [...valuesOf(pid, 2), ...valuesOf(pid, 4)];
}

/** The MRNs in MRG-1, or MRG-4 of older versions, that are no longer used. One without an authority has that of PID-3. */
function endedNumbers(message: Message): Identifier[] {
  const mrg = message.segment('MRG');
  const listed = valuesOf(mrg, 1);
  const numbers = (listed.length > 0 ? listed : valuesOf(mrg, 4)).filter(
    (number) => number.part(1) !== '' && !otherNumbers.has(number.part(5)),
  );
  const current = numbersOf(message);
  const mrn = current.find((number) => number.part(5) === 'MR') ?? current[0];
  return numbers.map((number) => identifierOf(number, message.facility, 'MR', mrn && authorityOf(mrn)));
}

/** PID-29 and PID-30. */
function deathOf(message: Message): Json {
  const pid = message.segment('PID');
  const died = message.time(textOf(pid, 29));
  if (died !== undefined) return { deceasedDateTime: died };
  const isDead = textOf(pid, 30);
  return isDead === '' ? {} : { deceasedBoolean: isDead === 'Y' };
}

/** Roles of organizations in NK1 (table 0131): employer, insurer, agencies. */
const organizations = new Set(['E', 'F', 'I', 'S']);
function isPerson(nk1: Segment): boolean {
  const isOrganization = organizations.has(textOf(nk1, 7));
  if (isOrganization) leaveOut(nk1);
  return !isOrganization;
}

/** NK1: name, relationship, phone, role; next of kin if it states none. */
function contactOf(segment: Segment): Json {
  const role = conceptOf(valueOf(segment, 7)) ?? { coding: [{ code: 'N' }] };
  return {
    relationship: [role, conceptOf(valueOf(segment, 3))].filter(Boolean),
    name: { text: saidName(valueOf(segment, 2)) || undefined },
    telecom: [...valuesOf(segment, 5), ...valuesOf(segment, 6)].flatMap((value) => telecomOf(value, 'home')),
  };
}

/** The records that a merge ends. */
function replacedBy(message: Message): Json[] {
  if (!merges.has(message.event)) return [];
  return endedNumbers(message)
    .filter(({ system }) => system !== undefined)
    .map(({ system, value }) => ({ type: 'replaces', other: { identifier: { system, value } } }));
}
