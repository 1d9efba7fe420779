import { plainLetters } from '@careloop/contracts/fields/letters';

/** The data used to decide whether two records are about the same person. */
export interface Person {
  firstName: string;
  lastName: string;
  birthDate: string | null;
  /** `unknown` if not given. */
  sex: string;
  /** Jr., III: a father and son often share the rest of the name. */
  suffix: string;
}

/**
 * Whether a record that shares a strong identifier with a patient is about a different person: name and birth date differ, or
 * sex and birth date. Without a birth date to compare, a different name is enough.
 */
export function isDifferentPerson(one: Person, other: Person): boolean {
  const isOtherName = !isSameName(one, other);
  if (one.birthDate === null || other.birthDate === null) return isOtherName;
  return one.birthDate !== other.birthDate && (isOtherName || isOtherSex(one, other));
}

/** Whether a shared SSN identifies the person: the birth date and the first or last name must be equal. */
export function isConfirmed(one: Person, other: Person): boolean {
  if (one.birthDate === null || one.birthDate !== other.birthDate) return false;
  return isSame(one.firstName, other.firstName) || isSame(one.lastName, other.lastName);
}

export function isBornAlike(one: Person, other: Person): boolean {
  return one.birthDate !== null && one.birthDate === other.birthDate;
}

/** Compares first and last names. A missing first name, an initial, or additional name parts do not contradict. */
export function isSameName(one: Person, other: Person): boolean {
  if (isOtherGeneration(one.suffix, other.suffix)) return false;
  if (one.firstName === '' || other.firstName === '') {
    return isContained(wordsOf(one), wordsOf(other)) || isContained(wordsOf(other), wordsOf(one));
  }
  return isSame(one.lastName, other.lastName) && isSameFirstName(one.firstName, other.firstName);
}

function isSameFirstName(one: string, other: string): boolean {
  const [first = '', second = ''] = [one, other].map((name) => nameKey(name.trim().split(/\s+/)[0] ?? ''));
  return (
    isSame(one, other) || first === second || (Math.min(first.length, second.length) === 1 && first[0] === second[0])
  );
}

function isOtherGeneration(one: string, other: string): boolean {
  const [first, second] = [one, other].map((suffix) => /^(?:jr|sr|ii|iii|iv|v)$/.exec(nameKey(suffix))?.[0]);
  return first !== undefined && second !== undefined && first !== second;
}

function isOtherSex(one: Person, other: Person): boolean {
  return one.sex !== 'unknown' && other.sex !== 'unknown' && one.sex !== other.sex;
}

export function isSame(one: string, other: string): boolean {
  return one !== '' && nameKey(one) === nameKey(other);
}

function wordsOf({ firstName, lastName }: Person): string[] {
  return `${firstName} ${lastName}`
    .split(/\s+/)
    .map(nameKey)
    .filter((word) => word !== '');
}

function isContained(some: readonly string[], all: readonly string[]): boolean {
  return some.every((word) => all.includes(word));
}

/** A name without case, accents and punctuation, for comparison. */
function nameKey(name: string): string {
  return plainLetters(name).replaceAll(/[^\p{L}\p{N}]+/gu, '');
}
