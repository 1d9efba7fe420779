import { expect, it } from 'vitest';
import { inputErrors } from '../fieldErrors.ts';
import { saveProviderAddress } from './changes.ts';

const address = {
  healthcareProviderId: 1,
  address1: '5001 Elm Street',
  address2: 'Suite 4',
  city: 'Worcester',
  state: 'MA',
  zipcode: '01609',
};

it.each([
  ['nothing wrong', {}, {}],
  [
    'an empty address',
    { address1: '', address2: '', city: '', state: '', zipcode: '' },
    { address1: 'At least one address field must be populated' },
  ],
  [
    'only a ZIP',
    { address1: '', address2: '', city: '', state: '' },
    { address1: 'Address is required', city: 'City is required', state: 'State is required' },
  ],
  ['a ZIP of three digits', { zipcode: '016' }, { zipcode: 'Must be 5 or 9 digits (XXXXX or XXXXX-XXXX)' }],
  ['a long label', { addressLabel: 'x'.repeat(51) }, { addressLabel: 'Label cannot exceed 50 characters' }],
  ['a wrong fax number', { faxNumber: '123' }, { faxNumber: 'Must be a valid fax number' }],
  [
    'a long clinic code',
    { locationCode: 'x'.repeat(61) },
    { locationCode: 'Location code cannot exceed 60 characters' },
  ],
])('an address of a provider with %s', (_what, change, errors) => {
  expect(inputErrors(saveProviderAddress, { ...address, ...change })).toEqual(errors);
});
