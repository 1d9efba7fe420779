import { plainLetters } from '@careloop/contracts/fields/letters';

import { areFormsOfOneName } from './shortForms.ts';
import { isOneSlip } from './slips.ts';

/**
 * How a name of two records compares.
 * - `equal`: ignoring case, accents, punctuation and the order of its parts
 * - `short`: a short form, such as Bill for William
 * - `part`: an initial, or one of several names, such as Lopez for Lopez Garcia
 * - `slip`: a typing slip
 * - `script`: in letters of two scripts, which cannot be compared
 * - `unknown`: missing, or a placeholder for a newborn without a name
 */
export type NameAgreement = 'equal' | 'short' | 'part' | 'slip' | 'script' | 'differs' | 'unknown';

export interface FullName {
  firstName: string;
  middleName?: string | undefined;
  lastName: string;
  /** Jr., III: a father and son often share the rest of the name. */
  suffix: string;
}

export interface NameComparison {
  lastName: NameAgreement;
  firstName: NameAgreement;
}

/** A name without case, accents and punctuation, for comparison. */
function nameKey(name: string): string {
  return plainLetters(name).replaceAll(/[^\p{L}\p{N}]+/gu, '');
}

const keysOf = (name: string): string[] =>
  name
    .split(/[\s,.\u2010-\u2013-]+/)
    .map(nameKey)
    .filter((word) => word !== '');

/** Whether two names are equal, ignoring case, accents and punctuation. */
export function isSame(one: string, other: string): boolean {
  return one !== '' && nameKey(one) === nameKey(other);
}

/** Compares family and first names. Names that are swapped, or in one piece, are compared as a whole. */
export function compareNames(one: FullName, other: FullName): NameComparison {
  const [ones, others] = [wordsOf(one), wordsOf(other)];
  if (isOtherGeneration(one.suffix, other.suffix)) {
    return { lastName: compareFamily(ones.last, others.last), firstName: 'differs' };
  }
  if (isEqualSet(ones.all, others.all)) {
    const isFirstStated = ones.first.length > 0 || others.first.length > 0;
    return { lastName: 'equal', firstName: isFirstStated ? 'equal' : 'unknown' };
  }
  if (ones.first.length === 0) return compareWithWhole(ones.all, others);
  if (others.first.length === 0) return compareWithWhole(others.all, ones);
  if (isEqualList(ones.last, others.first) && isEqualList(ones.first, others.last)) {
    return { lastName: 'equal', firstName: 'equal' };
  }
  const firstName = compareFirst(ones.first, others.first);
  const isByMiddleName =
    firstName === 'differs' && (isMiddle(one.middleName, others.first) || isMiddle(other.middleName, ones.first));
  return { lastName: compareFamily(ones.last, others.last), firstName: isByMiddleName ? 'part' : firstName };
}

interface Words {
  first: string[];
  last: string[];
  all: string[];
}

function wordsOf({ firstName, lastName }: FullName): Words {
  const [first, last] = [keysOf(firstName), keysOf(lastName)];
  return { first, last, all: [...first, ...last] };
}

/** @param whole the words of a name in one piece, of which none is known to be the family name */
function compareWithWhole(whole: readonly string[], { first, last }: Words): NameComparison {
  const has = (words: readonly string[]) => words.some((word) => whole.includes(word));
  const isFirstOnly = whole.length === 1 && has(first);
  const isLastUnknown = last.length === 0 || whole.length === 0 || isFirstOnly;
  const lastName = isLastUnknown ? 'unknown' : has(last) ? 'equal' : 'differs';
  const isWithoutFirst = first.length === 0 || whole.length <= last.length || isNewborn(first);
  return { lastName, firstName: has(first) ? 'equal' : isWithoutFirst ? 'unknown' : 'differs' };
}

function compareFamily(one: readonly string[], other: readonly string[]): NameAgreement {
  if (one.length === 0 || other.length === 0) return 'unknown';
  if (isEqualSet(one, other) || isEqualText(one.join(''), other.join(''))) return 'equal';
  if (isContained(one, other) || isContained(other, one)) return 'part';
  return compareLetters(one.join(''), other.join(''));
}

function compareFirst(one: readonly string[], other: readonly string[]): NameAgreement {
  if (one.length === 0 || other.length === 0 || isNewborn(one) || isNewborn(other)) return 'unknown';
  if (isEqualText(one.join(''), other.join('')) || isPrefix(one, other) || isPrefix(other, one)) return 'equal';
  const [first = '', second = ''] = [one[0], other[0]];
  if (areFormsOfOneName(first, second)) return 'short';
  const isInitial = Math.min(first.length, second.length) === 1 && first[0] === second[0];
  if (first === second || isInitial || isContained(one, other) || isContained(other, one)) return 'part';
  return compareLetters(one.join(''), other.join(''));
}

function compareLetters(one: string, other: string): NameAgreement {
  const [first, second] = [scriptOf(one), scriptOf(other)];
  if (first !== second) return 'script';
  return isOneSlip(one, other) ? 'slip' : 'differs';
}

const scripts = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Arabic}/u,
  /\p{Script=Hebrew}/u,
];
/** East Asian scripts are mixed in one name. */
const scriptOf = (text: string): number => scripts.findIndex((script) => script.test(text));

/** "Mueller" is another spelling of "Müller". */
const withoutUmlauts = (text: string) => text.replaceAll(/([aou])e/g, '$1');
const isEqualText = (one: string, other: string) => one === other || withoutUmlauts(one) === withoutUmlauts(other);

/** What is registered for a child who has no name yet: "Baby Girl", "BB", "Newborn". */
const newborn = /^(?:baby(?:boy|girl)?|bb|bg|newborn|infant|boy|girl|male|female|twin|neonate|unnamed)[abc123]?$/;
const isNewborn = (words: readonly string[]) => newborn.test(words[0] ?? '');

const isMiddle = (middleName: string | undefined, first: readonly string[]) =>
  first[0] !== undefined && first[0].length > 1 && keysOf(middleName ?? '').includes(first[0]);

const isPrefix = (some: readonly string[], all: readonly string[]) => some.every((word, index) => all[index] === word);
const isContained = (some: readonly string[], all: readonly string[]) => some.every((word) => all.includes(word));
const isEqualList = (one: readonly string[], other: readonly string[]) =>
  one.length > 0 && one.length === other.length && isPrefix(one, other);
const isEqualSet = (one: readonly string[], other: readonly string[]) =>
  one.length > 0 && isEqualList(one.toSorted(), other.toSorted());

/** Whether both state another middle name, as twins with one first name may have: Ana Maria and Ana Lucia. */
export function isOtherMiddleName(one: FullName, other: FullName): boolean {
  const [first, second] = [keysOf(one.middleName ?? ''), keysOf(other.middleName ?? '')];
  return first.length > 0 && second.length > 0 && first[0]?.[0] !== second[0]?.[0];
}

function isOtherGeneration(one: string, other: string): boolean {
  const [first, second] = [one, other].map((suffix) => /^(?:jr|sr|ii|iii|iv|v)$/.exec(nameKey(suffix))?.[0]);
  return first !== undefined && second !== undefined && first !== second;
}
