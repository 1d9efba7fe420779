import { digitsOfSsn } from '@careloop/contracts/fields/identifiers';
import type { InputOf } from '@careloop/contracts/endpoint';
import type { CandidateMatch, findCandidates as endpoint, PatientCandidate } from '@careloop/contracts/patients/add';
import type { FoundPatient } from '@careloop/contracts/patients/find';
import { sql } from 'kysely';

import type { Actor } from '../../../platform/identity/actor.ts';
import type { Db } from '../../../platform/db/client.ts';
import { shape } from '../../../platform/db/shape.ts';
import { SSN_SYSTEM } from '../../interop/shared/references.ts';
import { isBornAlike, isSame, isSameName } from '../../../core/person-matching/samePerson.ts';
import type { Person } from '../../../core/person-matching/samePerson.ts';
import { personFacts } from '../../../core/person-matching/lookalikes.ts';
import { leastDuplicateWeight } from '@careloop/contracts/duplicates';
import { weigh } from '../../../core/person-matching/weights.ts';
import type { PersonFacts } from '../../../core/person-matching/weights.ts';
import { foundPatient, similarPatients } from '../find/findBeyond.ts';

export type NewPatient = InputOf<typeof endpoint>;

/** Maximum number of candidates shown side by side. */
const mostCandidates = 8;

interface OnFile extends PersonFacts {
  shown: Omit<FoundPatient, 'isSimilar'>;
  hasMrn: boolean;
  hasSsn: boolean;
  /** The numbers of the person to be added, as they are compared. */
  wantedPhones: string[];
  /** The patient was found by a similar name, not by a number or birth date. */
  isSimilar: boolean;
  likeness: number;
}

/** The digits of a complete SSN; null for a partial one, which does not identify a person. */
export function wholeSsn(ssn: string | null): string | null {
  const digits = digitsOfSsn(ssn ?? '');
  return digits.length === 9 ? digits : null;
}

function factsOf(wanted: NewPatient): Omit<PersonFacts, 'phones'> {
  const { firstName, middleName, lastName, dateOfBirth, gender, nameSuffix, address1, zipcode, ssn } = wanted;
  const name = { firstName, middleName: middleName ?? '', lastName, suffix: nameSuffix ?? '' };
  return { ...name, birthDate: dateOfBirth, sex: gender, address1, zipcode, ssn };
}

/** Patients of the client who may be the person to be added, most likely first. */
export async function findPatientCandidates(db: Db, actor: Actor, wanted: NewPatient): Promise<PatientCandidate[]> {
  const person = factsOf(wanted);
  const onFile = await readOnFile(db, actor, wanted);
  const judged = onFile.map((other) => ({ other, matches: matchesOf(person, other) }));
  return judged
    .filter(({ other, matches }) => isCandidate(person, other, matches) || isAlike(person, other))
    .map(({ other, matches }) => ({
      ...other.shown,
      isSimilar: !matches.includes('name'),
      matches,
      isStrong: isStrong(person, other),
      weight: weightOf(matches) + other.likeness,
    }))
    .toSorted((one, another) => another.weight - one.weight)
    .slice(0, mostCandidates)
    .map(({ weight: _weight, ...candidate }) => candidate);
}

/**
 * Whether an import would take the two for one person, or for a pair to review: an MRN, or an SSN with birth date or name. Also
 * matches equal name and birth date, which different people rarely share.
 */
function isStrong(person: Person, other: OnFile): boolean {
  if (other.hasMrn) return true;
  if (other.hasSsn && (isBornAlike(person, other) || isSameName(person, other))) return true;
  return isSameName(person, other) && isBornAlike(person, other);
}

function matchesOf(person: Person, other: OnFile): CandidateMatch[] {
  const hasSameName = isSameName(person, other);
  const isBornSame = isBornAlike(person, other);
  const all: (CandidateMatch | false)[] = [
    other.hasMrn && 'mrn',
    other.hasSsn && 'ssn',
    hasSameName && 'name',
    !hasSameName && (other.isSimilar || isPartlyNamed(person, other)) && 'similarName',
    isBornSame && 'birthDate',
    !isBornSame && isBornNearly(person.birthDate, other.birthDate) && 'similarBirthDate',
    other.phones.some((phone) => other.wantedPhones.includes(phone)) && 'phone',
  ];
  return all.filter((match) => match !== false);
}

/** Whether the two become a pair to review. */
function isAlike(person: Omit<PersonFacts, 'phones'>, other: OnFile): boolean {
  return weigh({ ...person, phones: other.wantedPhones }, other).weight >= leastDuplicateWeight;
}

function isPartlyNamed(one: Person, other: Person): boolean {
  return isSame(one.firstName, other.firstName) || isSame(one.lastName, other.lastName);
}

/** Whether a patient should be reviewed: a matching number, or a name together with something else. */
function isCandidate(person: Person, other: OnFile, matches: readonly CandidateMatch[]): boolean {
  if (matches.includes('mrn') || matches.includes('ssn')) return true;
  const isNamed = matches.includes('name') || matches.includes('similarName');
  if (!isNamed) return false;
  if (matches.includes('birthDate') || matches.includes('phone')) return true;
  // Without comparable birth dates, or if one part differs, only the name counts.
  const isBornPerhaps = matches.includes('similarBirthDate') || other.birthDate === null || person.birthDate === null;
  return isBornPerhaps && (matches.includes('name') || other.isSimilar);
}

const weights: Readonly<Record<CandidateMatch, number>> = {
  mrn: 32,
  ssn: 32,
  name: 8,
  birthDate: 8,
  similarName: 4,
  similarBirthDate: 4,
  phone: 2,
};

function weightOf(matches: readonly CandidateMatch[]): number {
  return matches.reduce((sum, match) => sum + weights[match], 0);
}

/** Two of year, month and day are equal, or month and day are swapped. */
function isBornNearly(one: string | null, other: string | null): boolean {
  if (one === null || other === null) return false;
  const [first, second] = [one.split('-'), other.split('-')];
  const agreeing = first.filter((part, index) => part === second[index]).length;
  return agreeing === 2 || (first[0] === second[0] && first[1] === second[2] && first[2] === second[1]);
}

async function readOnFile(db: Db, actor: Actor, wanted: NewPatient): Promise<OnFile[]> {
  const { clientId, firstName, lastName, dateOfBirth, mrn } = wanted;
  const everybody = sql<boolean>`true`;
  const named = await similarPatients(db, [clientId], everybody, `${lastName}, ${firstName}`);
  const ssn = wholeSsn(wanted.ssn);
  const phones = [wanted.cellPhone, wanted.homePhone].filter((phone) => phone !== null);
  const hasSsn = sql`i.client_id = ${clientId} and i.system = ${SSN_SYSTEM} and i.value = ${ssn}`;
  // Includes numbers of records that were merged into the patient.
  const hasMrn = sql`i.client_id = ${clientId} and i.value = ${mrn} and i.type_code = 'MR' and i.system = any(array(
    select s.system from mrn_system s where s.client_id = ${clientId}) || '{type:MR}'::text[])`;
  const phoneKeys = sql<string[]>`array(select phone_key(n) from unnest(${phones}::text[]) as n)`;
  const keysOf = sql`phone_keys(p.home_phone, p.cell_phone, p.office_phone, p.alternate_phone)`;
  const typedName = sql`name_key(${`${lastName}, ${firstName}`})`;
  const onFile = shape<OnFile, { p: 'patient' }>({
    shown: foundPatient(actor).json,
    ...personFacts.columns,
    hasMrn: sql`(p.mrn_key = lower(${mrn}) or exists (select from patient_identifier i where ${hasMrn} and i.patient_id = p.patient_id))`,
    hasSsn: sql`exists (select from patient_identifier i where ${hasSsn} and i.patient_id = p.patient_id)`,
    wantedPhones: phoneKeys,
    isSimilar: sql`(dmetaphone(name_key(p.last_name)) = dmetaphone(name_key(${lastName}))
      and dmetaphone(name_key(p.first_name)) = dmetaphone(name_key(${firstName})))
      or similarity(p.last_first, ${typedName}) >= 0.45`,
    likeness: sql`similarity(p.last_first, ${typedName})`,
  });
  const { rows } = await onFile.from`patient p where p.client_id = ${clientId} and p.merged_into_patient_id is null
    and p.patient_id in (
      select patient_id from patient where client_id = ${clientId} and mrn_key = lower(${mrn})
      union select i.patient_id from patient_identifier i where ${hasMrn}
      union select i.patient_id from patient_identifier i where ${hasSsn}
      union select patient_id from patient where client_id = ${clientId} and date_of_birth = ${dateOfBirth}::date
      union select p.patient_id from patient p where ${keysOf} && ${phoneKeys}
      union select patient_id from patient where match_keys && patient_match_keys(${clientId}, ${lastName}, ${firstName},
        ${dateOfBirth}::date, ${phoneKeys}, ${wanted.address1}, ${wanted.zipcode}, ${ssn})
      union select patient_id from (${named}) as named)`.execute(db);
  return rows;
}
