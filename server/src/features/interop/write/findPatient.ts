import { partsOf, primaryKey } from '../shared/references.ts';
import { personOf } from './knownPatients.ts';
import {
  agreesEntirely,
  compareBirthDates,
  isBornAlike,
  isConfirmed,
  isContradicted,
  isSameName,
  isUnlike,
} from '../../../core/person-matching/samePerson.ts';

import type { PatientDraft } from '../fhir/patient.ts';
import type { Key } from '../shared/references.ts';
import type { KnownPatient, KnownPatients } from './knownPatients.ts';

type DuplicateReason = 'record_id' | 'mrn' | 'ssn' | 'replaced_by' | 'alike';

export interface Duplicate {
  patientId: number;
  reason: DuplicateReason;
}

/** The result of matching a record to a patient. */
export interface FoundPatient {
  /** Undefined for a new patient. */
  patient: KnownPatient | undefined;
  /** The record agrees only with a record that was merged into the patient, so its name and birth date are not applied. */
  isFormer: boolean;
  /** Patients who share an identifier with the record and are not known to be the same person. */
  duplicates: Duplicate[];
}

/** A patient who has an identifier of the record. */
interface Claim extends Duplicate {
  patient: KnownPatient;
  isSamePerson: boolean;
  /** Whether to flag the pair for review. */
  isSuspicious: boolean;
}

/**
 * Finds the patient by the sender's own record id, an MRN within its authority, or an SSN with birth date and first name. A wrong
 * merge can harm patients, so a record that contradicts the match, or matches several patients, becomes a patient of its own.
 */
export function findPatient(draft: PatientDraft, ownId: number | undefined, known: KnownPatients): FoundPatient {
  const own = known.get(ownId);
  const ofRecord = own === undefined ? undefined : findOwn(draft, own, known);
  const claims = [...claimsByMrn(draft, known), ...claimsByAuthority(draft, known), ...claimsBySsn(draft, known)];
  if (ofRecord !== undefined) {
    return found(
      draft,
      ofRecord,
      claims.filter(({ isSuspicious }) => isSuspicious),
    );
  }
  const [same, another] = new Set(claims.filter(({ isSamePerson }) => isSamePerson).map(({ patient }) => patient));
  const isClear =
    same !== undefined && another === undefined && claims.every(({ patient }) => isKnownApart(patient, same));
  if (own === undefined && isClear) return found(draft, same, []);
  const isByMrn = draft.mrnKeys.includes(primaryKey(draft.keys));
  const ofOwn =
    own === undefined ? [] : [{ patientId: own.id, reason: isByMrn ? ('mrn' as const) : ('record_id' as const) }];
  const suspicious = same === undefined ? claims.filter(({ isSuspicious }) => isSuspicious) : claims;
  return { patient: undefined, isFormer: false, duplicates: [...ofOwn, ...suspicious] };
}

function found(draft: PatientDraft, patient: KnownPatient, claims: readonly Claim[]): FoundPatient {
  const duplicates = claims.filter((claim) => !isKnownApart(claim.patient, patient));
  return { patient, isFormer: isContradicted(personOf(draft.columns), patient.person), duplicates };
}

function isKnownApart(one: KnownPatient, other: KnownPatient): boolean {
  return one === other || other.counterparts.includes(one.id);
}

/** The patient the record was filed under before, or another one of the same number who fits the record better. */
function findOwn(draft: PatientDraft, own: KnownPatient, known: KnownPatients): KnownPatient | undefined {
  const candidates = [own, ...own.namesakes.map((id) => known.get(id))].filter((patient) => patient !== undefined);
  return candidates.find((patient) => !contradicts(draft, patient) && !isReusedId(draft, patient));
}

/** Whether the record is about a different person than the patient and everyone whose records were merged into the patient. */
export function contradicts(draft: PatientDraft, patient: KnownPatient): boolean {
  const person = personOf(draft.columns);
  return peopleOf(patient).every((other) => isContradicted(person, other));
}

const peopleOf = (patient: KnownPatient) => [patient.person, ...patient.formerly];

/** The same record id with another MRN and another birth date: two systems that use the same numbering. */
function isReusedId(draft: PatientDraft, patient: KnownPatient): boolean {
  const { birthDate } = personOf(draft.columns);
  const isBornOtherwise = peopleOf(patient).every(
    (other) => compareBirthDates(birthDate, other.birthDate) === 'differs',
  );
  return isBornOtherwise && hasOtherMrn(draft, patient);
}

/** Whether one system assigned the two different MRNs. */
function hasOtherMrn({ mrnKeys }: PatientDraft, patient: KnownPatient): boolean {
  const systems = new Set([...patient.mrns].map((key) => partsOf(key).system));
  return mrnKeys.some((key) => systems.has(partsOf(key).system) && !patient.mrns.has(key));
}

function claimsByMrn(draft: PatientDraft, known: KnownPatients): Claim[] {
  const claims = (keys: readonly Key[], reason: DuplicateReason) =>
    keys.flatMap((key) =>
      known.withNumber(key).map((patient) => ({
        patient,
        patientId: patient.id,
        reason,
        isSamePerson: !contradicts(draft, patient),
        isSuspicious: true,
      })),
    );
  return [...claims(draft.mrnKeys, 'mrn'), ...claims(draft.endedKeys, 'replaced_by')];
}

/**
 * An MRN of an authority of the same name at another sender. Two senders may call different systems "MRN" and count from 1, so
 * a number of somebody with other names and another birth date says nothing.
 */
function claimsByAuthority(draft: PatientDraft, known: KnownPatients): Claim[] {
  const person = personOf(draft.columns);
  return draft.authorityKeys.flatMap((key) =>
    known
      .withNumber(key)
      .filter((patient) => ![...draft.mrnKeys, ...draft.endedKeys].some((own) => patient.mrns.has(own)))
      .filter((patient) => !peopleOf(patient).every((other) => isUnlike(person, other)))
      .map((patient) => ({
        patient,
        patientId: patient.id,
        reason: 'mrn' as const,
        isSamePerson: peopleOf(patient).some((other) => agreesEntirely(person, other)),
        isSuspicious: true,
      })),
  );
}

function claimsBySsn(draft: PatientDraft, known: KnownPatients): Claim[] {
  if (draft.ssnKey === null) return [];
  const person = personOf(draft.columns);
  return known.withNumber(draft.ssnKey).map((patient) => {
    const people = peopleOf(patient);
    return {
      patient,
      patientId: patient.id,
      reason: 'ssn' as const,
      isSamePerson: people.some((other) => isConfirmed(person, other)),
      isSuspicious: people.some((other) => isBornAlike(person, other) || isSameName(person, other)),
    };
  });
}
