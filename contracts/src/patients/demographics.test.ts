import { expect, it } from 'vitest';
import { demographyForm, guarantorForm } from './demographics.ts';

const stored = { address1: null, address2: null, city: 'Boston', state: 'MA', zipcode: null };
const shown = { address1: '', address2: '', city: 'Boston', state: 'MA', zipcode: '' };
const grace = { firstName: 'Grace', lastName: 'Okafor', genderCode: 2 as const };

it.each([
  ['patient', demographyForm],
  ['guarantor', guarantorForm],
])('an incomplete address of a %s may be kept but not changed', (_, formOf) => {
  const fieldsOf = (address: object) =>
    formOf(stored)
      .safeParse({ ...grace, ...address })
      .error?.issues.map(({ path }) => path.join('.'));
  expect(fieldsOf(shown)).toBeUndefined();
  expect(fieldsOf({ ...shown, city: 'Salem' })).toEqual(['address1', 'zipcode']);
  expect(fieldsOf({})).toBeUndefined();
});
