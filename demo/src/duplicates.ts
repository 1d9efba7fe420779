import type { Clock } from './clock.ts';
import type { DocumentStorage } from '@careloop/server/src/platform/storage/storage';
import type { Staff } from './encounters.ts';
import type { DemoPatient } from './patients.ts';
import type { Chart } from './referrals/referrals.ts';
import type { Rows } from './rows.ts';
import type { DemoUsers } from './users.ts';

import { writeNotes } from './clinicalNotes.ts';
import { addConditions } from './conditionRows.ts';
import { addDocuments } from './documents.ts';
import { addEncounters } from './encounters.ts';
import { clientIds } from './organization.ts';
import { placeOf } from './places.ts';

/** The SSN of both records, taken from a 1940 advertisement; it is assigned to nobody. */
const ssn = '219099999';
const ssnSystem = 'http://hl7.org/fhir/sid/us-ssn';
const mrn = 'BC9100427';

interface DuplicateDeps {
  charts: readonly Chart[];
  staff: Staff;
  users: DemoUsers;
  storage: Pick<DocumentStorage, 'put'>;
  documentTypeIds: Map<string, number>;
}

/**
 * A second record of one patient, registered by another hospital with a wrong birth year and her old address. The SSN
 * is the same, so an import marked the two as possible duplicates.
 */
export async function addDuplicate(rows: Rows, { charts, staff, users, storage, documentTypeIds }: DuplicateDeps) {
  const original = charts.map((chart) => chart.patient).find((patient) => patient.lastName === 'Stokes');
  if (original === undefined) return;
  const patient = addTwin(rows, original);
  for (const { patientId } of [original, patient]) {
    rows.add('patient_identifier', {
      client_id: 1,
      patient_id: patientId,
      system: ssnSystem,
      value: ssn,
      type_code: 'SS',
    });
  }
  const encounters = addEncounters(rows, patient, staff);
  addConditions(rows, patient, encounters);
  await addDocuments(rows, storage, documentTypeIds, patient, writeNotes(patient, encounters));
  addMember(rows, patient.patientId, users.drnguyen.userId, patient.clock);
  rows.add('patient_duplicate', {
    patient_id: original.patientId,
    other_patient_id: patient.patientId,
    reason: 'ssn',
    found_at: original.clock.ago(3),
  });
}

function addTwin(rows: Rows, original: DemoPatient): DemoPatient {
  const { client, clock, firstName, lastName, gender } = original;
  const [year = '', ...rest] = (original.dateOfBirth ?? '').split('-');
  const dateOfBirth = [String(Number(year) - 1), ...rest].join('-');
  const place = placeOf('01604');
  const patientId = rows.add('patient', {
    client_id: clientIds[client],
    mrn,
    first_name: firstName,
    middle_name: 'Jean',
    last_name: lastName,
    date_of_birth: dateOfBirth,
    gender,
    home_phone: '5085550147',
    ssn,
    address1: '14 Quinsigamond Terrace',
    ...place,
    language: 'English',
    created_at: clock.ago(41),
    version: 1,
  });
  const system = 'https://baycolony.example.org/mrn';
  rows.add('patient_identifier', {
    client_id: clientIds[client],
    patient_id: patientId,
    system,
    value: mrn,
    type_code: 'MR',
  });
  const ageInDays = original.ageInDays + 365;
  return { ...original, patientId, mrn, dateOfBirth, ageInDays, place, conditions: ['hypertension', 'fibrillation'] };
}

/** The care team of the second record. */
function addMember(rows: Rows, patientId: number, userId: number, clock: Clock): void {
  rows.add('care_team_member', {
    patient_id: patientId,
    user_id: userId,
    status: 'accepted',
    relationship_type: 'new',
    is_pcp: false,
    status_changed_at: clock.ago(40),
    patient_last_first: '',
    patient_first_last: '',
  });
}
