import type { ClientKey } from './organization.ts';
import type { DemoProvider } from './providers.ts';
import type { Random } from './random.ts';

import { referralPlans } from './referrals/plans.ts';

const primaryCareSpecialties = ['Family Medicine', 'Internal Medicine', 'Geriatric Medicine', 'Pediatrics'];

interface Person {
  client: ClientKey;
  lastName: string;
  ageInDays: number;
}

/**
 * A primary care provider who refers a patient is their doctor; all other patients are distributed over the clinics by
 * age.
 */
export function choosePrimaryCare(providers: DemoProvider[], person: Person, random: Random): DemoProvider {
  const colleagues = providers.filter(({ client, specialty }) => {
    return client === person.client && primaryCareSpecialties.includes(specialty);
  });
  const own = colleagues.filter(({ specialty }) => isFor(specialty, person, colleagues));
  const referring = findReferring(colleagues, person.lastName);
  if (referring !== undefined) return referring;
  const withUser = own.find(({ username }) => username !== null);
  if (withUser !== undefined && random.chance(0.6)) return withUser;
  return random.pick(own);
}

function isFor(specialty: string, { ageInDays }: Person, colleagues: DemoProvider[]): boolean {
  const hasPediatrics = colleagues.some((colleague) => colleague.specialty === 'Pediatrics');
  if (ageInDays < 18 * 365) return specialty === (hasPediatrics ? 'Pediatrics' : 'Family Medicine');
  if (specialty === 'Geriatric Medicine') return ageInDays > 75 * 365;
  return specialty !== 'Pediatrics';
}

function findReferring(colleagues: DemoProvider[], patient: string): DemoProvider | undefined {
  const senders = referralPlans
    .filter((plan) => plan.patient === patient)
    .map((plan) => colleagues.find((one) => one.lastName === plan.from || one.username === (plan.for ?? plan.by)));
  return senders.find((sender) => sender !== undefined);
}
