import type { ClientKey } from './organization.ts';
import type { PatientPlan } from './patientPlans.ts';
import type { Phones } from './places.ts';

import { Random } from './random.ts';

const unknownAge = 40 * 365;

/** Age in days; 40 years if the date of birth is unknown. */
export function daysLived(age: PatientPlan['age'], random: Random): number {
  if (age === null) return unknownAge;
  if (typeof age === 'string') return Number.parseInt(age, 10);
  return Math.round(age * 365.25) + random.int(5, 355);
}

function isChild(ageInDays: number): boolean {
  return ageInDays < 18 * 365.25;
}

/** An MRN: BC and seven digits at Bay Colony, two groups of digits at Prairie Ridge. */
export function inventMrn(client: ClientKey, index: number): string {
  const random = new Random(`mrn ${index}`);
  const number = 1_000 * (index + 12) + random.int(0, 999);
  if (client === 'bayColony') return `BC${String(number * 7).padStart(7, '0')}`;
  return `${String(random.int(10, 29))}-${String(number * 3).padStart(6, '0')}`;
}

export interface Contact {
  cell_phone: string | null;
  home_phone: string | null;
  office_phone: string | null;
  email: string | null;
}

/** Contact data of a patient; for a child, of the parents. */
export function inventContact(plan: PatientPlan, ageInDays: number, phones: Phones, random: Random): Contact {
  if (plan.withoutPhone) return { cell_phone: null, home_phone: null, office_phone: null, email: null };
  const child = isChild(ageInDays);
  const works = !child && ageInDays < 64 * 365;
  const cell = child || random.chance(0.85) ? phones.next(plan.zip) : null;
  return {
    cell_phone: cell,
    home_phone: cell === null || random.chance(0.35) ? phones.next(plan.zip) : null,
    office_phone: works && random.chance(0.2) ? phones.next(plan.zip) : null,
    email: !child && random.chance(0.6) ? inventEmail(plan) : null,
  };
}

function inventEmail(plan: PatientPlan): string {
  const name = `${plan.firstName}.${plan.lastName}`.normalize('NFD').replace(/[^A-Za-z.]/g, '');
  return `${name.toLowerCase().slice(0, 36)}@example.com`;
}

/** Unknown for a person of unknown age, of whom nothing else is known either. */
export function inventMaritalStatus(age: PatientPlan['age'], ageInDays: number, random: Random): string | null {
  if (age === null) return null;
  if (ageInDays < 21 * 365) return 'Single';
  return random.pick(['Married', 'Married', 'Married', 'Divorced', 'Widowed', 'Single', null]);
}

export function inventWeight(plan: PatientPlan, ageInDays: number, random: Random): number {
  const years = ageInDays / 365.25;
  if (isChild(ageInDays)) return Math.round(18 + years * 6.4 + random.int(-4, 6));
  const inches = plan.gender === 'male' ? random.int(66, 74) : random.int(60, 68);
  const bodyMassIndex = plan.conditions.includes('obesity') ? random.decimal(34, 41, 1) : random.decimal(21, 30, 1);
  return Math.round((bodyMassIndex * inches * inches) / 703);
}

const none = 'No known drug allergies';
const adultAllergies = [
  none,
  none,
  'Penicillin (rash)',
  'Sulfa drugs (hives)',
  'Codeine (nausea)',
  'Lisinopril (cough); latex (contact rash)',
  'Iodinated contrast (hives)',
] as const;
const childAllergies = [none, none, 'Peanut (hives)', 'Amoxicillin (rash)'] as const;

/** Allergies that do not contradict the patient's treatment. */
export function inventAllergies(plan: PatientPlan, ageInDays: number, random: Random): string {
  if (plan.age === null) return 'Unknown';
  if (ageInDays < 365) return none;
  const allergies = random.pick(isChild(ageInDays) ? childAllergies : adultAllergies);
  const takesLisinopril = plan.conditions.includes('hypertension') && allergies.startsWith('Lisinopril');
  const takesAmoxicillin = plan.conditions.includes('earInfections') && allergies.startsWith('Amoxicillin');
  return takesLisinopril || takesAmoxicillin ? none : allergies;
}
