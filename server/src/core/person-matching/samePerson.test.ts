import { describe, expect, test } from 'vitest';

import { agreesEntirely, isConfirmed, isContradicted } from './samePerson.ts';

import type { Person } from './samePerson.ts';

const ada: Person = {
  firstName: 'Ada',
  middleName: '',
  lastName: 'O’Brien',
  birthDate: '1980-01-11',
  sex: 'female',
  suffix: '',
};

describe('a record that shares a number', () => {
  test.each<[string, Partial<Person>, boolean]>([
    ['the same name and birth date', {}, false],
    ['another last name', { lastName: 'Jones' }, false],
    ['another first name, as of a newborn', { firstName: 'Bob' }, false],
    ['another sex', { sex: 'male' }, false],
    ['another birth date', { birthDate: '1951-07-30' }, false],
    ['another name, sex unknown', { lastName: 'Jones', firstName: 'Bob', sex: 'unknown' }, true],
    [
      'an overlaid number: another name and sex, equal birth date',
      { lastName: 'Jones', firstName: 'Bob', sex: 'male' },
      true,
    ],
    ['another first name and sex', { firstName: 'Bob', sex: 'male' }, true],
    [
      'another birth date and spelling of the name',
      { birthDate: '1951-07-30', lastName: "O'BRIEN", firstName: 'A.' },
      false,
    ],
    ['another birth date and last name', { birthDate: '1951-07-30', lastName: 'Jones' }, true],
    ['another birth date and sex', { birthDate: '1951-07-30', sex: 'male' }, true],
    ['another birth date, no sex', { birthDate: '1951-07-30', sex: 'unknown' }, false],
    ['a slip in the birth date and another last name', { birthDate: '1980-01-12', lastName: 'Jones' }, false],
    [
      'two digits exchanged in the birth date and another last name',
      { birthDate: '1908-01-11', lastName: 'Jones' },
      false,
    ],
    ['month and day exchanged and another last name', { birthDate: '1980-11-01', lastName: 'Jones' }, false],
    ['no birth date and another first name', { birthDate: null, firstName: 'Bob' }, false],
    ['no birth date and another name', { birthDate: null, firstName: 'Bob', lastName: 'Jones' }, true],
    ['a name in one piece', { birthDate: null, firstName: '', lastName: 'ada obrien' }, false],
    ['another name in one piece', { birthDate: null, firstName: '', lastName: 'Bob Jones' }, true],
    ['swapped names and another birth date', { firstName: 'OBrien', lastName: 'Ada', birthDate: '1951-07-30' }, false],
    ['a further first name and another birth date', { birthDate: '1951-07-30', firstName: 'Ada Maria' }, false],
    ['a newborn’s placeholder and another birth date', { firstName: 'Baby Girl', birthDate: '1951-07-30' }, false],
    ['letters of another script and another birth date', { lastName: 'Иванова', birthDate: '1951-07-30' }, true],
  ])('with %s', (_what, changes, isOther) => {
    expect(isContradicted(ada, { ...ada, ...changes })).toBe(isOther);
    expect(isContradicted({ ...ada, ...changes }, ada)).toBe(isOther);
  });

  test.each([
    ['William', 'Bill'],
    ['Elizabeth', 'Beth'],
    ['Łucja', 'Lucja'],
    ['Jürgen', 'Juergen'],
    ['Anne-Marie', 'Anne Marie'],
  ])('as %s and %s is not contradicted by the first name', (firstName, other) => {
    const person = { ...ada, firstName };
    expect(isContradicted(person, { ...ada, firstName: other, birthDate: '1951-07-30' })).toBe(false);
  });
});

test('father and son of one name are told apart by their suffixes', () => {
  const son = { ...ada, suffix: 'Jr.' };
  expect(isContradicted(son, { ...son, birthDate: '1955-10-01', suffix: 'Sr.' })).toBe(true);
  expect(isContradicted(son, { ...son, birthDate: '1980-10-30', suffix: 'JR' })).toBe(false);
  expect(isContradicted(son, { ...son, birthDate: '1980-10-30', suffix: 'MD' })).toBe(false);
});

test('an SSN identifies with an equal birth date and first name and no other sex', () => {
  expect(isConfirmed(ada, { ...ada, lastName: 'Jones' })).toBe(true);
  expect(isConfirmed(ada, { ...ada, sex: 'unknown' })).toBe(true);
  expect(isConfirmed(ada, { ...ada, sex: 'male' })).toBe(false);
  expect(isConfirmed(ada, { ...ada, firstName: 'Bea' })).toBe(false);
  expect(isConfirmed(ada, { ...ada, birthDate: '1980-01-12' })).toBe(false);
  expect(isConfirmed({ ...ada, birthDate: null }, { ...ada, birthDate: null })).toBe(false);
  const [ana, twin] = ['Maria', 'Lucia'].map((middleName) => ({ ...ada, firstName: 'Ana', middleName }));
  expect(isConfirmed(ana ?? ada, twin ?? ada)).toBe(false);
});

test('a name without a universal authority identifies only if all four facts agree', () => {
  expect(agreesEntirely(ada, { ...ada, lastName: 'OBRIEN', birthDate: '1980-01-12' })).toBe(true);
  for (const changes of [{ sex: 'unknown' }, { birthDate: null }, { firstName: '' }, { lastName: 'Brien' }]) {
    expect(agreesEntirely(ada, { ...ada, ...changes })).toBe(false);
  }
});
