import type { Triage } from '../conditions.ts';
import type { DemoPatient } from '../patients.ts';
import type { Random } from '../random.ts';

/** One line of vital signs that match the patient's age, build, conditions, and the time. */
export function writeVitals(patient: DemoPatient, random: Random, triage: Triage = {}): string {
  const years = patient.ageInDays / 365.25;
  if (years < 1) return writeInfant(random);
  if (years < 18) return writeChild(patient, years, random, triage);
  const isHigh = patient.conditions.includes('hypertension');
  const breathless = patient.conditions.includes('copd') || patient.conditions.includes('heartFailure');
  const usual = `${isHigh ? random.int(132, 158) : random.int(108, 128)}/${isHigh ? random.int(78, 94) : random.int(64, 80)}`;
  const oxygen = breathless ? random.int(91, 95) : random.int(96, 99);
  return [
    `BP ${triage.bloodPressure ?? usual}`,
    `pulse ${triage.pulse ?? random.int(58, 92)}`,
    `resp ${random.int(12, 18)}`,
    `temp ${triage.temperature ?? random.decimal(97.4, 98.9, 1)} F`,
    `SpO2 ${triage.oxygen ?? oxygen}% on room air`,
    `weight ${patient.pounds + random.int(-3, 3)} lb`,
  ].join(', ');
}

function writeInfant(random: Random): string {
  return `Pulse ${random.int(118, 150)}, resp ${random.int(32, 48)}, temp ${random.decimal(97.9, 98.9, 1)} F, weight 7 lb ${random.int(2, 5)} oz, length 20 in`;
}

function writeChild(patient: DemoPatient, years: number, random: Random, triage: Triage): string {
  const inches = Math.round(29 + years * 2.5);
  const temperature = triage.temperature ?? random.decimal(97.6, 99, 1);
  return `BP ${random.int(88, 112)}/${random.int(52, 70)}, pulse ${triage.pulse ?? random.int(72, 108)}, temp ${temperature} F, weight ${patient.pounds} lb, height ${inches} in`;
}
