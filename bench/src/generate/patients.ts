import { Random } from '@careloop/demo/random';

import { firstNames, lastNames, searchKey, streets, towns } from './names.ts';
import { numbers } from './organization.ts';
import { careTeamOf, clientOf, dateBefore, facilitiesPerClient } from './population.ts';
import type { Population } from './population.ts';
import type { GeneratedTable } from './table.ts';

/** Each patient gets a block of ids of this size, so that ids can be computed without counting. */
const encounterBlock = 3;
const memberBlock = 16;

const encounterTypes = ['office_visit', 'outpatient', 'emergency', 'inpatient', 'urgent_care', 'observation'] as const;
const reasons = ['Chest pain', 'Follow-up', 'Annual examination', 'Shortness of breath', 'Back pain'] as const;
const payers = ['Medicare', 'Blue Cross Blue Shield', 'Aetna', 'UnitedHealthcare', 'Medicaid'] as const;

/** Every eighth or so has a double name. */
function nameOfPatient(patientId: number): { first: string; last: string } {
  const random = new Random(`name ${patientId}`);
  const last = random.pick(lastNames);
  return { first: random.pick(firstNames), last: random.chance(0.12) ? `${last}-${random.pick(lastNames)}` : last };
}

function* patientRows({ scale, now }: Population) {
  for (const patientId of numbers(scale.patients)) {
    const random = new Random(`patient ${patientId}`);
    const { first, last } = nameOfPatient(patientId);
    yield {
      patient_id: patientId,
      client_id: clientOf(scale, patientId),
      mrn: `M${10_000_000 + patientId}`,
      first_name: first,
      last_name: last,
      date_of_birth: dateBefore(now, random.int(0, 36_000)).toISOString().slice(0, 10),
      gender: random.pick(['male', 'female']),
      cell_phone: `50855501${String(random.int(0, 99)).padStart(2, '0')}`,
      address1: `${random.int(1, 999)} ${random.pick(streets)} Street`,
      ...random.pick(towns),
    };
  }
}

/** Four of five patients are insured. */
function* coverageRows({ scale }: Population) {
  for (const patientId of numbers(scale.patients)) {
    const random = new Random(`coverage ${patientId}`);
    if (random.chance(0.2)) continue;
    yield {
      patient_coverage_id: patientId,
      patient_id: patientId,
      payer_name: random.pick(payers),
      member_id: `W${100_000_000 + patientId}`,
      start_date: `${random.int(2015, 2025)}-01-01`,
    };
  }
}

export interface GeneratedEncounter {
  encounterId: number;
  date: Date;
  type: (typeof encounterTypes)[number];
  facilityId: number;
  reason: string;
}

/** One to three encounters in the last three years. */
export function encountersOf({ scale, now }: Population, patientId: number): GeneratedEncounter[] {
  const random = new Random(`encounters ${patientId}`);
  const firstFacility = (clientOf(scale, patientId) - 1) * facilitiesPerClient;
  return Array.from({ length: random.int(1, encounterBlock) }, (_, index) => ({
    encounterId: (patientId - 1) * encounterBlock + index + 1,
    date: dateBefore(now, 1 + random.next() * 1_095),
    type: random.pick(encounterTypes),
    facilityId: firstFacility + random.int(1, facilitiesPerClient),
    reason: random.pick(reasons),
  }));
}

function* encounterRows(population: Population) {
  for (const patientId of numbers(population.scale.patients)) {
    for (const { encounterId, date, type, facilityId, reason } of encountersOf(population, patientId)) {
      yield {
        patient_encounter_id: encounterId,
        patient_id: patientId,
        facility_id: facilityId,
        account_number: `A${encounterId}`,
        encounter_type: type,
        encounter_date: date,
        admit_reason: reason,
      };
    }
  }
}

function* encounterProviderRows(population: Population) {
  for (const patientId of numbers(population.scale.patients)) {
    const [primary] = careTeamOf(population, patientId);
    if (primary === undefined) continue;
    for (const { encounterId } of encountersOf(population, patientId)) {
      yield { patient_encounter_id: encounterId, healthcare_provider_id: primary.userId, role: 'attending' };
    }
  }
}

function* memberRows(population: Population) {
  for (const patientId of numbers(population.scale.patients)) {
    const { first, last } = nameOfPatient(patientId);
    const patientNames = {
      patient_last_first: searchKey(`${last}, ${first}`),
      patient_first_last: searchKey(`${first} ${last}`),
    };
    for (const [index, { userId, status }] of careTeamOf(population, patientId).entries()) {
      const id = (patientId - 1) * memberBlock + index + 1;
      const isPcp = index === 0 && status === 'accepted';
      const member = { patient_id: patientId, user_id: userId, status, is_pcp: isPcp };
      yield { care_team_member_id: id, ...member, ...patientNames };
    }
  }
}

/** Patients with their coverage, encounters and care teams. */
export const patientTables: GeneratedTable[] = [
  { name: 'patient', rows: patientRows },
  { name: 'patient_coverage', rows: coverageRows },
  { name: 'patient_encounter', rows: encounterRows },
  { name: 'patient_encounter_provider', rows: encounterProviderRows },
  { name: 'care_team_member', rows: memberRows },
];
