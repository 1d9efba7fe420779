import { expect, it } from 'vitest';
import { inputErrors } from './fieldErrors.ts';
import { contactTexts } from './fields/contact.ts';
import { saveUserProfile } from './profile.ts';
import { profileTexts } from './profile/texts.ts';

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

it.each(['Provider', 'Nothing'])('the part %s of a profile cannot be saved here', (part) => {
  expect(inputErrors(saveUserProfile, { requestTypes: ['Account', part] })).toEqual({
    'requestTypes.1': profileTexts.partNotSaved,
  });
});
