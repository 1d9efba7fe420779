import type { DemoPatient } from './patients.ts';
import type { Rows } from './rows.ts';

import { conditionOf } from './conditions/conditions.ts';
import { describeCode } from './diagnosisCodes.ts';
import { Random } from './random.ts';

const notProblems: readonly string[] = ['wellChild', 'wellAdult'];
const thatPass: readonly string[] = ['earInfections', 'newborn', 'syncope'];

/** What ails a patient, with the official names of the codes. */
export function addConditions(rows: Rows, patient: DemoPatient): void {
  const random = new Random(`conditions of patient ${patient.patientId}`);
  for (const key of patient.conditions.filter((condition) => !notProblems.includes(condition))) {
    const { code, years } = conditionOf(key);
    const longest = Math.max(1, patient.ageInDays - 2);
    const daysAgo = Math.min(random.int(years[0] * 365 + 30, years[1] * 365 + 200), longest);
    const isOver = thatPass.includes(key) && random.chance(0.4);
    rows.add('patient_condition', {
      patient_id: patient.patientId,
      code_system: 'http://hl7.org/fhir/sid/icd-10-cm',
      code,
      description: describeCode(code),
      clinical_status: isOver ? 'resolved' : 'active',
      onset_date: patient.clock.day(-daysAgo),
      abatement_date: isOver ? patient.clock.day(-Math.min(6, daysAgo)) : null,
      recorded_date: patient.clock.day(-Math.max(0, daysAgo - 6)),
    });
  }
}
