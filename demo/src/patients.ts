import type { ConditionKey } from './conditions/conditions.ts';
import type { Clock } from './clock.ts';
import type { ClientKey } from './organisation.ts';
import type { PatientPlan } from './patientPlans.ts';
import type { Phones } from './places.ts';
import type { DemoProvider } from './providers.ts';
import type { Rows } from './rows.ts';

import { clientIds } from './organisation.ts';
import { patientPlans } from './patientPlans.ts';
import { placeOf } from './places.ts';
import { Random } from './random.ts';

export interface DemoPatient {
  patientId: number;
  client: ClientKey;
  clock: Clock;
  mrn: string;
  firstName: string;
  lastName: string;
  gender: 'male' | 'female' | 'unknown';
  dateOfBirth: string | null;
  /** Days lived, 40 years' worth where it is not known. */
  ageInDays: number;
  /** Days ago, if they died. */
  deceased: number | null;
  conditions: readonly ConditionKey[];
  allergies: string;
  caregiver: string | null;
  cellPhone: string | null;
  primaryCare: DemoProvider;
}

const unknownAge = 40 * 365;

/** Sixty patients with their contact, identifiers and coverage. */
export function addPatients(rows: Rows, clocks: Record<ClientKey, Clock>, phones: Phones, providers: DemoProvider[]) {
  return patientPlans.map((plan, index) => addPatient(rows, clocks[plan.client], phones, providers, plan, index));
}

function addPatient(
  rows: Rows,
  clock: Clock,
  phones: Phones,
  providers: DemoProvider[],
  plan: PatientPlan & { client: ClientKey },
  index: number,
): DemoPatient {
  const random = new Random(`patient ${index + 1}`);
  const mrn = inventMrn(plan.client, index);
  const ageInDays = daysLived(plan.age, random);
  const place = placeOf(plan.zip);
  const isChild = ageInDays < 18 * 365;
  const dateOfBirth = plan.age === null ? null : clock.day(-ageInDays);
  const hasPhone = plan.withoutPhone !== true;
  const cellPhone = hasPhone && (isChild || random.chance(0.85)) ? phones.next(plan.zip) : null;
  const homePhone = hasPhone && (cellPhone === null || random.chance(0.35)) ? phones.next(plan.zip) : null;
  const patientId = rows.add('patient', {
    client_id: clientIds[plan.client],
    mrn,
    first_name: plan.firstName,
    middle_name: plan.middleName ?? null,
    last_name: plan.lastName,
    date_of_birth: dateOfBirth,
    gender: plan.gender,
    deceased_on: plan.deceased === undefined ? null : clock.day(-plan.deceased),
    home_phone: homePhone,
    cell_phone: cellPhone,
    office_phone: hasPhone && !isChild && ageInDays < 64 * 365 && random.chance(0.2) ? phones.next(plan.zip) : null,
    email: hasPhone && !isChild && random.chance(0.6) ? inventEmail(plan) : null,
    address1: plan.street === '' ? null : plan.street,
    ...(plan.street === '' ? nowhere : place),
    caregiver_name: plan.caregiver ?? null,
    language: plan.age === null ? null : (plan.language ?? 'English'),
    marital_status: inventMaritalStatus(ageInDays, random),
    created_at: clock.ago(Math.min(ageInDays, random.int(200, 1_500))),
    version: 1,
  });
  rows.add('patient_identifier', {
    client_id: clientIds[plan.client],
    patient_id: patientId,
    system: 'mrn',
    value: mrn,
    type_code: 'MR',
  });
  addCoverage(rows, clock, plan, patientId, ageInDays, random);
  return {
    patientId,
    client: plan.client,
    clock,
    mrn,
    firstName: plan.firstName,
    lastName: plan.lastName,
    gender: plan.gender,
    dateOfBirth,
    ageInDays,
    deceased: plan.deceased ?? null,
    conditions: plan.conditions,
    allergies: random.pick(isChild ? childAllergies : adultAllergies),
    caregiver: plan.caregiver ?? null,
    cellPhone: cellPhone ?? homePhone,
    primaryCare: choosePrimaryCare(providers, plan.client, isChild, ageInDays, random),
  };
}

const nowhere = { city: null, state: null, zipcode: null, latitude: null, longitude: null };

const adultAllergies = [
  'No known drug allergies',
  'No known drug allergies',
  'Penicillin (rash)',
  'Sulfa drugs (hives)',
  'Codeine (nausea)',
  'Lisinopril (cough); latex (contact rash)',
  'Iodinated contrast (hives)',
] as const;
const childAllergies = [
  'No known drug allergies',
  'No known drug allergies',
  'Peanut (hives)',
  'Amoxicillin (rash)',
] as const;

function daysLived(age: PatientPlan['age'], random: Random): number {
  if (age === null) return unknownAge;
  if (typeof age === 'string') return Number.parseInt(age, 10);
  return Math.round(age * 365.25) + random.int(5, 355);
}

/** Bay Colony writes BC and seven digits, Prairie Ridge two groups of digits. */
function inventMrn(client: ClientKey, index: number): string {
  const random = new Random(`mrn ${index}`);
  const number = 1_000 * (index + 12) + random.int(0, 999);
  if (client === 'bayColony') return `BC${String(number * 7).padStart(7, '0')}`;
  return `${String(random.int(10, 29))}-${String(number * 3).padStart(6, '0')}`;
}

function inventEmail(plan: PatientPlan): string {
  const name = `${plan.firstName}.${plan.lastName}`.normalize('NFD').replace(/[^A-Za-z.]/g, '');
  return `${name.toLowerCase().slice(0, 36)}@example.com`;
}

function inventMaritalStatus(ageInDays: number, random: Random): string | null {
  if (ageInDays < 21 * 365) return 'Never married';
  return random.pick(['Married', 'Married', 'Married', 'Divorced', 'Widowed', 'Never married', null]);
}

function choosePrimaryCare(
  providers: DemoProvider[],
  client: ClientKey,
  isChild: boolean,
  age: number,
  random: Random,
) {
  const colleagues = providers.filter((provider) => provider.client === client);
  const family = colleagues.filter(({ specialty }) => specialty === 'Family Medicine');
  const pool =
    isChild && client === 'bayColony' ? colleagues.filter(({ specialty }) => specialty === 'Pediatrics') : family;
  const withUser = pool.find(({ username }) => username !== null);
  if (withUser !== undefined && random.chance(0.62)) return withUser;
  const older = age > 75 * 365 ? colleagues.filter(({ specialty }) => specialty === 'Geriatric Medicine') : [];
  const internists = isChild ? [] : colleagues.filter(({ specialty }) => specialty === 'Internal Medicine');
  return random.pick([...pool.filter(({ username }) => username === null), ...internists, ...older]);
}

function addCoverage(
  rows: Rows,
  clock: Clock,
  plan: PatientPlan & { client: ClientKey },
  patientId: number,
  age: number,
  random: Random,
): void {
  if (plan.payer === '') return;
  for (const [payer, planType] of choosePlans(plan.client, age, random)) {
    rows.add('patient_coverage', {
      patient_id: patientId,
      payer_name: payer,
      plan_type: planType,
      member_id: `${payer[0]}${random.int(100_000_000, 999_999_999)}`,
      status: 'active',
      start_date: clock.day(-Math.min(age, random.int(90, 1_400))),
      end_date: null,
    });
  }
}

function choosePlans(client: ClientKey, age: number, random: Random): [string, string][] {
  const state = client === 'bayColony' ? 'MassHealth' : 'KanCare';
  const commercial =
    client === 'bayColony'
      ? ['Commonwealth Mutual', 'Old Harbor Health Plan', 'Minuteman Benefit Trust']
      : ['Sunflower Mutual Health', 'Plains States Benefit Fund'];
  if (age > 65 * 365) {
    const medicare: [string, string] = random.chance(0.5)
      ? ['Medicare', 'Part A and B']
      : ['Medicare', 'Advantage HMO'];
    return random.chance(0.45) ? [medicare, [random.pick(commercial), 'Supplement']] : [medicare];
  }
  if (random.chance(0.35)) return [[state, 'Medicaid managed care']];
  return [[random.pick(commercial), random.pick(['HMO', 'PPO', 'POS'])]];
}
