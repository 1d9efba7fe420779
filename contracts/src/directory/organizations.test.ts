import { expect, it } from 'vitest';
import { inputErrors } from '../fieldErrors.ts';
import { formatTexts } from '../fields/formats.ts';
import { identifierTexts } from '../fields/identifiers.ts';
import { organizationTexts, saveOrganization } from './organizations.ts';

it.each([
  [{ name: '', npiNumber: '' }, { name: organizationTexts.nameRequired }],
  [
    { name: 'x'.repeat(101), npiNumber: '12' },
    { name: organizationTexts.nameTooLong, npiNumber: identifierTexts.npiTooShort },
  ],
  [{ name: 'Elm', website: 'elm.example.org' }, { website: formatTexts.url }],
  [{ name: 'Elm', npiNumber: '1234567890' }, { npiNumber: identifierTexts.npiWrong }],
  [
    { name: 'Elm', npiNumber: '1234567893', zipcode: '01609' },
    { address1: 'Address is required', city: 'City is required', state: 'State is required' },
  ],
])('an organization is refused with %j', (input, errors) => {
  expect(inputErrors(saveOrganization, input)).toEqual(errors);
});
