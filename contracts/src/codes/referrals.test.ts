import { expect, it } from 'vitest';
import { notPreferredReason } from '../codes.ts';
import { providerSelectionReason, referralType } from './referrals.ts';

it('referral types and provider selection reasons have their specified codes', () => {
  expect(Object.values(referralType.table)).toEqual([1, 3, 4, 5, 100]);
  expect(Object.values(providerSelectionReason.table)).toEqual([1, 5, 10, 20, 21, 30, 40, 41, 50]);
  // The wizard's three reasons have their own numbering.
  expect(notPreferredReason.table).toEqual({ established_physician: 1, patient_preference: 2, physician_directed: 3 });
});
