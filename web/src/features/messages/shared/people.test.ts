import { expect, test } from 'vitest';
import { authorOf, initialsOf, membersLabel, othersOf } from './people.ts';

const patel = { userId: 1, firstName: 'Anjali', lastName: 'Patel' };
const nguyen = { userId: 2, firstName: 'Linh', lastName: 'Nguyen' };
const medeiros = { userId: 3, firstName: 'Carla', lastName: 'Medeiros' };
const doyle = { userId: 4, firstName: 'Margaret', lastName: 'Doyle' };

test('names both people of a message written on behalf of another', () => {
  expect(authorOf({ fromUser: patel, fromIdentityUser: patel })).toBe('Anjali Patel');
  expect(authorOf({ fromUser: patel, fromIdentityUser: medeiros })).toBe('Carla Medeiros for Anjali Patel');
});

test('names a few people and counts the rest', () => {
  expect(membersLabel([patel])).toBe('Anjali Patel');
  expect(membersLabel([patel, nguyen])).toBe('Anjali Patel and Linh Nguyen');
  expect(membersLabel([patel, nguyen, medeiros])).toBe('Anjali Patel, Linh Nguyen and Carla Medeiros');
  expect(membersLabel([patel, nguyen, medeiros, doyle])).toBe('Anjali Patel, Linh Nguyen and 2 more');
  expect(membersLabel([])).toBe('');
});

test('leaves out the reader, unless there is nobody else', () => {
  expect(othersOf([patel, nguyen], 1)).toEqual([nguyen]);
  expect(othersOf([patel], 1)).toEqual([patel]);
});

test('builds initials', () => {
  expect(initialsOf({ firstName: 'élise', lastName: 'Ortiz' })).toBe('ÉO');
});
