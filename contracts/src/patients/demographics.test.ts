import { expect, it, vi } from 'vitest';
import { inputErrors } from '../fieldErrors.ts';
import { demographyForm, demographyTexts, guarantorForm, saveDemography, saveGuarantor } from './demographics.ts';

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

it.each([
  ['patient', demographyForm, saveDemography, { genderCode: 2 }],
  ['guarantor', guarantorForm, saveGuarantor, {}],
])('the form of a %s knows the user’s today, the server only the latest one anywhere', (_, formOf, endpoint, more) => {
  vi.useFakeTimers({ now: new Date(2026, 11, 1, 12, 0) });
  const problemOf = (dateOfBirth: string) =>
    formOf(stored)
      .safeParse({ ...grace, dateOfBirth })
      .error?.issues.map(({ message }) => message);
  const refusalOf = (dateOfBirth: string) =>
    inputErrors(endpoint, {
      firstName: 'Grace',
      lastName: 'Okafor',
      ...more,
      patientId: 1,
      version: 1,
      dateOfBirth,
    } as never);
  expect(problemOf('12/1/2026')).toBeUndefined();
  expect(problemOf('12/2/2026')).toEqual([demographyTexts.birthInFuture]);
  expect(problemOf('1/1/1849')).toEqual([demographyTexts.birthTooOld]);
  expect(refusalOf('12/2/2026')).toEqual({});
  expect(refusalOf('12/4/2026')).toEqual({ dateOfBirth: demographyTexts.birthInFuture });
  expect(refusalOf('1/1/1849')).toEqual({ dateOfBirth: demographyTexts.birthTooOld });
  vi.useRealTimers();
});
