import type { DemoPatient } from '../patients.ts';
import type { Random } from '../random.ts';

/** One line of vital signs that fit the patient's age and conditions. */
export function writeVitals(patient: DemoPatient, random: Random): string {
  const years = patient.ageInDays / 365.25;
  if (years < 1) return writeInfant(random);
  if (years < 18) return writeChild(years, random);
  const isHigh = patient.conditions.includes('hypertension');
  const isHeavy = patient.conditions.includes('obesity');
  const breathless = patient.conditions.includes('copd') || patient.conditions.includes('heartFailure');
  const inches = patient.gender === 'male' ? random.int(66, 74) : random.int(60, 68);
  const bmi = isHeavy ? random.decimal(34, 41, 1) : random.decimal(21, 30, 1);
  const pounds = Math.round((bmi * inches * inches) / 703);
  return [
    `BP ${isHigh ? random.int(132, 158) : random.int(108, 128)}/${isHigh ? random.int(78, 94) : random.int(64, 80)}`,
    `pulse ${random.int(58, 92)}`,
    `resp ${random.int(12, 18)}`,
    `temp ${random.decimal(97.4, 98.9, 1)} F`,
    `SpO2 ${breathless ? random.int(91, 95) : random.int(96, 99)}% on room air`,
    `weight ${pounds} lb`,
    `BMI ${bmi}`,
  ].join(', ');
}

function writeInfant(random: Random): string {
  return `Pulse ${random.int(118, 150)}, resp ${random.int(32, 48)}, temp ${random.decimal(97.9, 98.9, 1)} F, weight ${random.int(6, 8)} lb ${random.int(1, 15)} oz, length ${random.decimal(19, 21, 1)} in`;
}

function writeChild(years: number, random: Random): string {
  const pounds = Math.round(18 + years * 6.4 + random.int(-4, 6));
  const inches = Math.round(29 + years * 2.5);
  return `BP ${random.int(88, 112)}/${random.int(52, 70)}, pulse ${random.int(72, 108)}, temp ${random.decimal(97.6, 99, 1)} F, weight ${pounds} lb, height ${inches} in (${random.int(35, 80)}th percentile)`;
}
