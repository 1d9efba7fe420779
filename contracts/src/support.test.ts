import { expect, it } from 'vitest';
import { inputErrors } from './fieldErrors.ts';
import { submitSupportRequest, supportTexts } from './support.ts';

const request = {
  name: 'Robin Reyes',
  email: 'robin@example.org',
  clientId: 1,
  summary: 'The list of referrals stays empty',
  errorCodes: 'FE-t5x0zd',
  description: 'Since this morning.',
  impact: 1,
};

it.each([
  [{ email: '' }, { email: 'Email is required' }],
  [{ email: undefined }, { email: 'Email is required' }],
  [{ email: 'robin' }, { email: 'Invalid email address' }],
  [{ email: 'a@b.org\nBcc: x@y.org' }, { email: 'Invalid email address' }],
  [{ email: `${'x'.repeat(45)}@b.org` }, { email: supportTexts.emailTooLong }],
  [{ name: ' ' }, { name: supportTexts.nameRequired }],
  [{ name: 'x'.repeat(51) }, { name: supportTexts.nameTooLong }],
  [{ clientId: undefined }, { clientId: 'Associated client is required' }],
  [{ clientId: null }, { clientId: 'Associated client is required' }],
  [{ summary: '' }, { summary: supportTexts.summaryRequired }],
  [{ summary: 'x'.repeat(501) }, { summary: supportTexts.summaryTooLong }],
  [{ errorCodes: 'x'.repeat(51) }, { errorCodes: supportTexts.errorCodesTooLong }],
  [{ description: 'x'.repeat(1_001) }, { description: supportTexts.descriptionTooLong }],
  [{ impact: undefined }, { impact: 'Impact level is required' }],
  [{ impact: 3 }, { impact: 'Impact level is required' }],
])('a support request is refused with %j', (wrong, errors) => {
  expect(inputErrors(submitSupportRequest, { ...request, ...wrong })).toEqual(errors);
});
