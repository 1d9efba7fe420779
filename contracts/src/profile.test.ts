import { expect, it } from 'vitest';
import { inputErrors } from './fieldErrors.ts';
import { contactTexts } from './fields/contact.ts';
import { saveUserProfile } from './profile/saving.ts';
import { profileTexts } from './profile/texts.ts';
import { credentialTexts } from './session/credentials.ts';

const account = {
  firstName: 'Anita',
  middleName: 'Rose',
  lastName: 'Marsh',
  email: 'anita@example.org',
  directEmail: null,
  officePhone: '(617) 555-0123 x12',
  cellPhone: '617-555-0124',
  homePhone: '',
  fax: null,
  timeZone: 7,
};

it.each<[string, object, Record<string, string>]>([
  ['nothing wrong', {}, {}],
  [
    'blank names',
    { firstName: '', lastName: ' ' },
    { firstName: 'First Name is required', lastName: 'Last Name is required' },
  ],
  [
    'invalid phones',
    { officePhone: '1', cellPhone: '2', homePhone: '3', fax: '4' },
    {
      officePhone: 'Invalid office phone',
      cellPhone: 'Invalid cell phone',
      homePhone: 'Invalid home phone',
      fax: 'Invalid fax number',
    },
  ],
  ['an invalid address', { email: 'x' }, { email: contactTexts.email }],
  [
    'the same address twice',
    { email: 'a@example.org', directEmail: 'A@example.org' },
    { directEmail: contactTexts.directEmailSame },
  ],
  ['an unknown time zone', { timeZone: 8 }, { timeZone: profileTexts.timeZone }],
])('a profile with %s', (_what, more, errors) => {
  const found = inputErrors(saveUserProfile, { userId: 1, version: 1, accountData: { ...account, ...more } });
  expect(found).toEqual(
    Object.fromEntries(Object.entries(errors).map(([name, text]) => [`accountData.${name}`, text])),
  );
});

it('a part of a profile that does not exist is refused', () => {
  expect(inputErrors(saveUserProfile, { requestTypes: ['Provider', 'Nothing'], providerData: null })).toEqual({
    'requestTypes.1': profileTexts.partUnknown,
  });
});

const changed = { currentPassword: 'old', password: 'new', confirmPassword: 'new', passwordWasChanged: true };

it.each<[string, object, Record<string, string>]>([
  ['a new one', changed, {}],
  ['two different ones', { ...changed, confirmPassword: 'else' }, { confirmPassword: credentialTexts.passwordsDiffer }],
  [
    'one and nothing else',
    { password: 'new', passwordWasChanged: true },
    { currentPassword: 'Current password is required', confirmPassword: credentialTexts.passwordsDiffer },
  ],
  ['one that is not said to be meant', { password: 'new' }, { passwordWasChanged: profileTexts.passwordUnmarked }],
  ['one that is not meant', { password: 'new', confirmPassword: 'else', passwordWasChanged: false }, {}],
  ['empty fields', { currentPassword: '', password: '', confirmPassword: '' }, {}],
  [
    'nothing but the mark',
    { passwordWasChanged: true },
    { currentPassword: 'Current password is required', password: credentialTexts.passwordRequired },
  ],
])('passwords of a profile: %s', (_what, more, errors) => {
  expect(inputErrors(saveUserProfile, { accountData: { ...account, ...more } })).toEqual(
    Object.fromEntries(Object.entries(errors).map(([name, text]) => [`accountData.${name}`, text])),
  );
});

const lines = { label: null, address1: '1 Main St', address2: null, city: 'Lowell', state: 'MA', zipcode: '01850' };

it.each<[string, object, Record<string, string>]>([
  ['a new one', { isNew: true, address: lines }, {}],
  ['one that is new and not', { isNew: false, address: lines }, { isNew: profileTexts.addressNew }],
  ['an incomplete new one', { address: { ...lines, city: '' } }, { 'address.city': 'City is required' }],
])('addresses of a profile: %s', (_what, address, errors) => {
  expect(inputErrors(saveUserProfile, { providerData: { addresses: [address] } })).toEqual(
    Object.fromEntries(Object.entries(errors).map(([name, text]) => [`providerData.addresses.0.${name}`, text])),
  );
});
