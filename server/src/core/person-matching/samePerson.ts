import { compareNames, isOtherMiddleName } from './names.ts';
import { isOneDateSlip } from './slips.ts';

import type { FullName, NameAgreement } from './names.ts';

export { isSame } from './names.ts';

/** The facts that decide whether two records are about the same person. */
export interface Person extends FullName {
  birthDate: string | null;
  /** `unknown` if not given. */
  sex: string;
}

export interface PersonComparison {
  lastName: NameAgreement;
  firstName: NameAgreement;
  birthDate: 'equal' | 'slip' | 'differs' | 'unknown';
  sex: 'equal' | 'differs' | 'unknown';
}

export function comparePeople(one: Person, other: Person): PersonComparison {
  return {
    ...compareNames(one, other),
    birthDate: compareBirthDates(one.birthDate, other.birthDate),
    sex: compareSexes(one.sex, other.sex),
  };
}

export function compareBirthDates(one: string | null, other: string | null): PersonComparison['birthDate'] {
  if (one === null || other === null) return 'unknown';
  if (one === other) return 'equal';
  return isOneDateSlip(one, other) ? 'slip' : 'differs';
}

function compareSexes(one: string, other: string): PersonComparison['sex'] {
  if (one === 'unknown' || other === 'unknown') return 'unknown';
  return one === other ? 'equal' : 'differs';
}

const differing: ReadonlySet<NameAgreement> = new Set(['differs', 'slip', 'script']);

/**
 * Whether a record that shares a number with a patient is about a different person: of family name, first name, birth date and
 * sex, two or more are stated in both and differ. A birth date with one typing slip does not differ.
 */
export function isContradicted(one: Person, other: Person): boolean {
  const { lastName, firstName, birthDate, sex } = comparePeople(one, other);
  const differs = [differing.has(lastName), differing.has(firstName), birthDate === 'differs', sex === 'differs'];
  return differs.filter(Boolean).length >= 2;
}

/** Whether family name, first name, birth date and sex are all stated in both and agree. */
export function agreesEntirely(one: Person, other: Person): boolean {
  const { lastName, firstName, birthDate, sex } = comparePeople(one, other);
  const isBornAlike = birthDate === 'equal' || birthDate === 'slip';
  return lastName === 'equal' && (firstName === 'equal' || firstName === 'short') && isBornAlike && sex === 'equal';
}

/** Whether names and birth date are stated in both and all differ. */
export function isUnlike(one: Person, other: Person): boolean {
  const { lastName, firstName, birthDate } = comparePeople(one, other);
  return lastName === 'differs' && firstName === 'differs' && birthDate === 'differs';
}

/**
 * Whether a shared SSN identifies the person: birth date and first name must be equal, and the sex not another one, because
 * newborns are registered with the mother's number and twins share one.
 */
export function isConfirmed(one: Person, other: Person): boolean {
  const { firstName, birthDate, sex } = comparePeople(one, other);
  return birthDate === 'equal' && firstName === 'equal' && sex !== 'differs' && !isOtherMiddleName(one, other);
}

export function isBornAlike(one: Person, other: Person): boolean {
  return one.birthDate !== null && one.birthDate === other.birthDate;
}

/** Whether no part of the name differs, and something of it agrees. */
export function isSameName(one: Person, other: Person): boolean {
  const { lastName, firstName } = compareNames(one, other);
  const agrees = (agreement: NameAgreement) => ['equal', 'short', 'part'].includes(agreement);
  return (
    [lastName, firstName].every((agreement) => agrees(agreement) || agreement === 'unknown') &&
    (agrees(lastName) || agrees(firstName))
  );
}
