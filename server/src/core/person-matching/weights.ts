import { matchFacts } from '@careloop/contracts/duplicates';
import type { MatchFact } from '@careloop/contracts/duplicates';

import { comparePeople } from './samePerson.ts';

import type { Person, PersonComparison } from './samePerson.ts';

/** Everything by which two records without a common number are compared. */
export interface PersonFacts extends Person {
  /** Comparable forms (`phone_key`). */
  phones: readonly string[];
  address1: string | null;
  zipcode: string | null;
  /** All nine digits, or the last four. */
  ssn: string | null;
}

type Household = 'equal' | 'differs' | 'unknown';

interface FactAgreements extends PersonComparison {
  phone: Household;
  address: Household;
  ssn: Household;
}

/** What a fact says about two records being one person. */
export interface WeighedFact<Fact extends MatchFact = MatchFact> {
  fact: Fact;
  agreement: FactAgreements[Fact];
  weight: number;
}

/**
 * Weights by Fellegi and Sunter: the logarithm, to base 2, of how much likelier an agreement is between two records of one
 * person than between those of two. The figures and what they rest on are in docs/domain/person-matching.md.
 */
const weights: { readonly [Fact in MatchFact]: Readonly<Record<FactAgreements[Fact], number>> } = {
  lastName: { equal: 9.5, short: 9.5, part: 7, slip: 6, script: 0, unknown: 0, differs: -6 },
  firstName: { equal: 6.5, short: 5.5, part: 3, slip: 4, script: 0, unknown: 0, differs: -16 },
  birthDate: { equal: 14, slip: 4.5, unknown: 0, differs: -7 },
  sex: { equal: 1, unknown: 0, differs: -6 },
  phone: { equal: 5, unknown: 0, differs: -0.5 },
  address: { equal: 5, unknown: 0, differs: -0.5 },
  ssn: { equal: 13, unknown: 0, differs: -6 },
};

/** Weight of an equal address besides an equal phone: a household shares both, so the second adds less. */
const secondOfHousehold = 2;

/** Compares two records fact by fact. */
export function weigh(one: PersonFacts, other: PersonFacts): { weight: number; facts: WeighedFact[] } {
  const agreements: FactAgreements = {
    ...comparePeople(one, other),
    phone: comparePhones(one.phones, other.phones),
    address: compareAddresses(one, other),
    ssn: compareSsns(digitsOf(one.ssn), digitsOf(other.ssn)),
  };
  const weighed = matchFacts.map((fact): WeighedFact => {
    const agreement = agreements[fact];
    const isSecond = fact === 'address' && agreement === 'equal' && agreements.phone === 'equal';
    const ofFact: Readonly<Partial<Record<string, number>>> = weights[fact];
    return { fact, agreement, weight: isSecond ? secondOfHousehold : (ofFact[agreement] ?? 0) };
  });
  return { weight: weighed.reduce((sum, { weight }) => sum + weight, 0), facts: weighed };
}

/** Digits that stand for no phone: 555-555-5555, 123-456-7890. */
const noPhone = /^(\d)\1+$|^\d{0,6}$|^123456789\d$/;

function comparePhones(ones: readonly string[], others: readonly string[]): Household {
  const [some, all] = [ones, others].map((phones) => phones.filter((phone) => !noPhone.test(phone)));
  if (some === undefined || all === undefined || some.length === 0 || all.length === 0) return 'unknown';
  return some.some((phone) => all.includes(phone)) ? 'equal' : 'differs';
}

/** ZIP code, house number and the first word of the street; undefined for an address without a house number. */
function placeOf({ address1, zipcode }: PersonFacts): string | undefined {
  const [, house, street] =
    /^\s*(\d+[a-z]?)\s+(?:(?:north|south|east|west|[nsew])\.?\s+)?([\p{L}\d]+)/iu.exec(address1 ?? '') ?? [];
  const zip = /^\d{5}/.exec(zipcode ?? '')?.[0];
  return house === undefined || street === undefined || zip === undefined
    ? undefined
    : `${zip} ${house} ${street}`.toLowerCase();
}

function compareAddresses(one: PersonFacts, other: PersonFacts): Household {
  const [first, second] = [placeOf(one), placeOf(other)];
  if (first === undefined || second === undefined) return 'unknown';
  return first === second ? 'equal' : 'differs';
}

const digitsOf = (ssn: string | null): string => (ssn ?? '').replaceAll(/\D/g, '');

/** Complete numbers are compared as a whole. */
function compareSsns(one: string, other: string): Household {
  if (one.length < 4 || other.length < 4) return 'unknown';
  const length = one.length === 9 && other.length === 9 ? 9 : 4;
  return one.slice(-length) === other.slice(-length) ? 'equal' : 'differs';
}
