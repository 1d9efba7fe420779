import { describe, expect, test } from 'vitest';

import { leastDuplicateWeight } from '@careloop/contracts/duplicates';
import { weigh } from './weights.ts';

import type { PersonFacts } from './weights.ts';

const grace: PersonFacts = {
  firstName: 'Grace',
  lastName: 'Whitfield',
  suffix: '',
  birthDate: '1961-03-14',
  sex: 'female',
  phones: ['2175550142'],
  address1: '12 Elm St',
  zipcode: '62704',
  ssn: '412551234',
};
const bare: PersonFacts = { ...grace, phones: [], address1: null, zipcode: null, ssn: null };
const isOffered = (one: PersonFacts, other: PersonFacts) => {
  const [there, back] = [weigh(one, other).weight, weigh(other, one).weight];
  expect(there).toBe(back);
  return there >= leastDuplicateWeight;
};

describe('two records without a common number are offered as one person with', () => {
  test.each<[string, Partial<PersonFacts>]>([
    ['equal name, birth date and sex', {}],
    ['a slip in the last name', { lastName: 'Whitfeild' }],
    ['slips in both names', { lastName: 'Witfield', firstName: 'Grcae' }],
    ['a slip in the birth date', { birthDate: '1961-03-15' }],
    ['slips in last name and birth date', { lastName: 'Whitfeild', birthDate: '1961-14-03' }],
    ['swapped names', { firstName: 'Whitfield', lastName: 'Grace' }],
    ['no birth date', { birthDate: null }],
    ['a newborn’s placeholder', { firstName: 'Baby Girl' }],
    ['an initial', { firstName: 'G' }],
    ['an unknown sex', { sex: 'unknown' }],
  ])('%s', (_what, changes) => expect(isOffered(bare, { ...bare, ...changes })).toBe(true));

  test.each<[string, Partial<PersonFacts>, Partial<PersonFacts>]>([
    ['a married name and the same phone', { phones: ['2175550142'] }, { lastName: 'Lopez' }],
    [
      'a married name and the same address',
      { address1: '12 Elm Street', zipcode: '62704-1234' },
      { lastName: 'Lopez' },
    ],
    ['a married name and the last four digits of the SSN', { ssn: '1234' }, { lastName: 'Lopez' }],
    [
      'letters of another script and the same phone',
      { phones: ['2175550142'] },
      { lastName: 'Иванова', firstName: 'Грейс' },
    ],
    ['another birth date and the SSN', { ssn: '412551234' }, { birthDate: '1940-01-01' }],
  ])('%s', (_what, more, changes) => {
    expect(isOffered({ ...grace, ...more }, { ...bare, ...more, ...changes })).toBe(true);
  });
});

describe('two people are not offered', () => {
  test.each<[string, Partial<PersonFacts>]>([
    ['who share the birth date and first name', { lastName: 'Lopez' }],
    ['who are twins', { firstName: 'Nora' }],
    ['who are brother and sister', { firstName: 'Nora', birthDate: '1963-06-02' }],
    ['who share a common name and are of other ages', { birthDate: '1940-01-01' }],
    ['of whom one has a placeholder as phone', { lastName: 'Lopez', phones: ['5555555555'] }],
  ])('%s', (_what, changes) =>
    expect(isOffered({ ...bare, phones: changes.phones ?? [] }, { ...bare, ...changes })).toBe(false),
  );

  test('who are twins of one household', () => {
    expect(isOffered({ ...grace, ssn: null }, { ...grace, firstName: 'Nora', ssn: null })).toBe(false);
  });
});

test('an equal name, birth date and sex suffices whatever else differs', () => {
  const other = { ...grace, phones: ['3125550100'], address1: '99 Oak Ave', zipcode: '60601', ssn: '999999999' };
  expect(weigh(grace, other).weight).toBeGreaterThanOrEqual(leastDuplicateWeight);
});
