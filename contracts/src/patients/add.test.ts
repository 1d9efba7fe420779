import { expect, it } from 'vitest';
import { inputErrors } from '../fieldErrors.ts';
import { todayAnywhere } from '../fields/dates.ts';
import { addPatient, addPatientTexts } from './add.ts';

const filled = {
  clientId: 1,
  firstName: 'Ana',
  lastName: 'D’Souza-Núñez',
  dateOfBirth: '7/14/1985',
  gender: 'female',
  mrn: 'NEW-1',
};

it.each([
  [{}, {}],
  [{ firstName: ' ' }, { firstName: addPatientTexts.firstName }],
  [{ lastName: '' }, { lastName: addPatientTexts.lastName }],
  [{ dateOfBirth: '2/30/1985' }, { dateOfBirth: 'Please enter a valid date' }],
  [{ dateOfBirth: '1/1/1790' }, { dateOfBirth: 'Please enter a valid date' }],
  [{ dateOfBirth: '' }, { dateOfBirth: addPatientTexts.birthDate }],
  [{ gender: 'other' }, { gender: addPatientTexts.gender }],
  [{ mrn: '' }, { mrn: addPatientTexts.mrn }],
  [{ cellPhone: '12' }, { cellPhone: 'must be a valid mobile number' }],
  [{ homePhone: '12' }, { homePhone: 'Must be a valid phone number' }],
  [{ city: 'Lowell' }, { address1: 'Address is required', state: 'State is required', zipcode: 'Zip is required' }],
  [
    { address1: '1 Main St', city: 'Lowell', state: 'MA', zipcode: '1' },
    { zipcode: 'Must be 5 or 9 digits (XXXXX or XXXXX-XXXX)' },
  ],
  [{ lastName: 'a\0b' }, { lastName: addPatientTexts.unkeepable }],
])('adding a patient with %j', (more, errors) => {
  expect(inputErrors(addPatient, { ...filled, ...more })).toEqual(errors);
});

it('a patient is not born tomorrow', () => {
  const dateOfBirth = new Date(Date.parse(todayAnywhere()) + 86_400_000).toISOString().slice(0, 10);
  expect(inputErrors(addPatient, { ...filled, dateOfBirth })).toEqual({ dateOfBirth: 'Date cannot be in the future' });
});
