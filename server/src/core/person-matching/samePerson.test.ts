import { describe, expect, test } from 'vitest';

import { isConfirmed, isDifferentPerson } from './samePerson.ts';

import type { Person } from './samePerson.ts';

const ada: Person = { firstName: 'Ada', lastName: 'O’Brien', birthDate: '1980-01-01', sex: 'female', suffix: '' };

describe('a record that shares a strong identifier', () => {
  test.each<[string, Partial<Person>, boolean]>([
    ['the same name and birth date', {}, false],
    ['another last name', { lastName: 'Jones' }, false],
    ['a completely different name', { firstName: 'Bob', lastName: 'Jones' }, false],
    ['another birth date', { birthDate: '1980-01-10' }, false],
    [
      'another birth date and spelling of the name',
      { birthDate: '1980-01-10', lastName: "O'BRIEN", firstName: 'A.' },
      false,
    ],
    ['another birth date and last name', { birthDate: '1980-01-10', lastName: 'Jones' }, true],
    ['another birth date and first name', { birthDate: '1980-01-10', firstName: 'Bob' }, true],
    ['another birth date and sex', { birthDate: '1980-01-10', sex: 'male' }, true],
    ['another birth date, no sex', { birthDate: '1980-01-10', sex: 'unknown' }, false],
    ['no birth date', { birthDate: null }, false],
    ['no birth date and another name', { birthDate: null, firstName: 'Bob' }, true],
    ['a name in one piece', { birthDate: null, firstName: '', lastName: 'ada obrien' }, false],
    ['another name in one piece', { birthDate: null, firstName: '', lastName: 'Bob Jones' }, true],
    ['a further first name', { birthDate: '1980-01-10', firstName: 'Ada Maria' }, false],
  ])('with %s', (_what, changes, isOther) => {
    expect(isDifferentPerson(ada, { ...ada, ...changes })).toBe(isOther);
    expect(isDifferentPerson({ ...ada, ...changes }, ada)).toBe(isOther);
  });
});

test('father and son of one name are told apart by their suffixes', () => {
  const son = { ...ada, suffix: 'Jr.' };
  expect(isDifferentPerson(son, { ...son, birthDate: '1955-01-01', suffix: 'Sr.' })).toBe(true);
  expect(isDifferentPerson(son, { ...son, birthDate: '1980-01-11', suffix: 'JR' })).toBe(false);
  expect(isDifferentPerson(son, { ...son, birthDate: '1980-01-11', suffix: 'MD' })).toBe(false);
});

test('an SSN identifies with an equal birth date and an equal first or last name', () => {
  expect(isConfirmed(ada, { ...ada, lastName: 'Jones' })).toBe(true);
  expect(isConfirmed(ada, { ...ada, firstName: 'Bob' })).toBe(true);
  expect(isConfirmed(ada, { ...ada, firstName: 'Bob', lastName: 'Jones' })).toBe(false);
  expect(isConfirmed(ada, { ...ada, birthDate: '1981-01-01' })).toBe(false);
  expect(isConfirmed({ ...ada, birthDate: null }, { ...ada, birthDate: null })).toBe(false);
});
