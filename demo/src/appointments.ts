import type { DemoEncounter } from './encounters.ts';
import type { DemoPatient } from './patients.ts';
import type { Rows } from './rows.ts';

import { conditionOf } from './conditions.ts';
import { Random } from './random.ts';

const outcomes = ['completed', 'completed', 'completed', 'no_show', 'canceled', 'canceled_and_rescheduled'] as const;

/** Appointments with primary care: some kept or missed, some in the future. */
export function addAppointments(rows: Rows, patient: DemoPatient, encounters: DemoEncounter[]): void {
  const random = new Random(`appointments of patient ${patient.patientId}`);
  if (patient.conditions.length === 0) return;
  const add = (time: Date, status: string, description: string, encounter: DemoEncounter | null) =>
    rows.add('patient_appointment', {
      patient_id: patient.patientId,
      patient_encounter_id: encounter?.patientEncounterId ?? null,
      healthcare_provider_id: patient.primaryCare.healthcareProviderId,
      healthcare_provider_address_info_id: patient.primaryCare.addressInfoId,
      facility_id: encounter?.facility.facilityId ?? null,
      appointment_time: time,
      description,
      status,
      created_by_user_id: null,
      date_created: new Date(Math.min(time.getTime(), patient.clock.now.getTime()) - random.int(3, 30) * 86_400_000),
    });
  for (const encounter of encounters.filter(({ type }) => type === 'office_visit').slice(-2)) {
    add(encounter.date, 'completed', encounter.reason, encounter);
  }
  if (random.chance(0.35)) {
    const missed = patient.clock.workday(-random.int(40, 200), random.int(8, 16), random.pick([0, 30]));
    const isAlive = patient.deceased === null && patient.ageInDays > 220;
    if (isAlive) add(missed, random.pick(outcomes.slice(3)), 'Follow-up visit', null);
  }
  if (patient.deceased !== null || !random.chance(0.7)) return;
  const time = patient.clock.workday(random.int(1, 60), random.int(8, 16), random.pick([0, 15, 30, 45]));
  add(
    time,
    random.chance(0.15) ? 'pending_no_answer' : 'pending',
    random.pick(conditionOf(random.pick(patient.conditions)).visits),
    null,
  );
}
