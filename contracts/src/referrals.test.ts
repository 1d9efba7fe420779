import { expect, it } from 'vitest';
import { inputErrors } from './fieldErrors.ts';
import { createReferral, referralTexts } from './referrals.ts';
import { changeReferralUrgency, updateReferral } from './referrals/updating.ts';

const filled = {
  patientId: 1,
  healthcareProviderId: 2,
  healthcareProviderAddressId: 3,
  referredByHealthcareProviderId: 4,
  referralReason: 'Chest pain on exertion',
  urgencyDays: 7,
};

const rules: [string, object, Record<string, string>][] = [
  ['no reason', { referralReason: '  ' }, { referralReason: referralTexts.reasonRequired }],
  ['a reason of 501 characters', { referralReason: 'x'.repeat(501) }, { referralReason: referralTexts.reasonTooLong }],
  ['no urgency', { urgencyDays: undefined }, { urgencyDays: referralTexts.urgencyRequired }],
  [
    'additional info of 251 characters',
    { additionalInfo: 'x'.repeat(251) },
    { additionalInfo: referralTexts.additionalInfoTooLong },
  ],
  [
    'an authorization code of 51 characters',
    { authorizationCode: 'x'.repeat(51) },
    { authorizationCode: referralTexts.authorizationCodeTooLong },
  ],
  ['SMS consent without a phone', { givenSmsConsent: true }, { cellPhone: referralTexts.consentPhoneRequired }],
  [
    'a phone with an extension',
    { cellPhone: '508 555 0142 x12' },
    { cellPhone: 'Mobile numbers do not support an extension' },
  ],
  [
    'Physician Directed without details',
    { notPreferredReason: 3 },
    { notPreferredAdditionalInfo: referralTexts.notPreferredInfoRequired },
  ],
  ['an invalid phone', { cellPhone: '12345' }, { cellPhone: 'must be a valid mobile number' }],
];

it.each(rules)('sending is refused with %s', (_what, change, errors) => {
  expect(inputErrors(createReferral, { ...filled, ...change })).toEqual(errors);
});

it.each(rules)('updating is refused with %s', (_what, change, errors) => {
  const { patientId: _, ...request } = filled;
  expect(inputErrors(updateReferral, { ...request, referralId: 5, version: 1, ...change })).toEqual(errors);
});

it('the urgency is 30, 7 or 1 days', () => {
  const change = (urgencyDays: number) =>
    inputErrors(changeReferralUrgency, { referralId: 5, version: 1, urgencyDays });
  expect([30, 7, 1].map(change)).toEqual([{}, {}, {}]);
  expect(change(14)).toEqual({ urgencyDays: referralTexts.urgencyRequired });
});
