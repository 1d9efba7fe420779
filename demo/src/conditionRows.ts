import type { DemoEncounter } from './encounters.ts';
import type { DemoPatient } from './patients.ts';
import type { Rows } from './rows.ts';

import { describeCode } from './codes.ts';
import { conditionOf } from './conditions.ts';
import { notProblems } from './encounters.ts';
import { Random } from './random.ts';

const thatPass: readonly string[] = ['earInfections', 'newborn', 'syncope'];

/** A patient's conditions, with the official names of the codes. */
export function addConditions(rows: Rows, patient: DemoPatient, encounters: DemoEncounter[]): void {
  const random = new Random(`conditions of patient ${patient.patientId}`);
  for (const key of patient.conditions.filter((condition) => !notProblems.includes(condition))) {
    const { code, years } = conditionOf(key);
    const longest = Math.max(1, patient.ageInDays - 2);
    const began = random.int(Math.round(years[0] * 365) + 30, Math.round(years[1] * 365) + 80);
    const daysAgo = Math.min(Math.max(began, firstSeen(patient, encounters, key) + random.int(2, 20)), longest);
    const isOver = thatPass.includes(key) && random.chance(0.4);
    rows.add('patient_condition', {
      patient_id: patient.patientId,
      patient_encounter_id: lastAbout(encounters, key)?.patientEncounterId ?? null,
      code_system: 'http://hl7.org/fhir/sid/icd-10-cm',
      code,
      description: describeCode(code),
      clinical_status: isOver ? 'resolved' : 'active',
      onset_date: patient.clock.day(-daysAgo),
      abatement_date: isOver ? patient.clock.day(-Math.min(6, daysAgo)) : null,
      recorded_date: patient.clock.day(-Math.max(0, daysAgo - 6)),
      changed_at: patient.clock.ago(Math.max(0, daysAgo - 6)),
    });
  }
}

/** The last encounter whose note is about a condition: its documents belong to the diagnosis. */
function lastAbout(encounters: DemoEncounter[], key: string): DemoEncounter | undefined {
  return encounters.findLast(
    ({ occasion }) => (occasion.kind === 'visit' || occasion.kind === 'consult') && occasion.condition === key,
  );
}

/** Days since the first encounter about a condition; undefined if there was none. */
function firstSeen({ clock }: DemoPatient, encounters: DemoEncounter[], key: string): number {
  const first = encounters.find(({ occasion }) => occasion.kind !== 'other' && occasion.condition === key);
  return first === undefined ? 0 : Math.ceil((clock.now.getTime() - first.date.getTime()) / 86_400_000);
}
