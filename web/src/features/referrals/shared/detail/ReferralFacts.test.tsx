import { urgencyAlert } from '@careloop/contracts/codes';
import type { Referral } from '@careloop/contracts/referrals';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderSignedIn } from '../../../../../test/signedIn.tsx';
import { ReferralFacts } from './ReferralFacts.tsx';

const stat = {
  referralId: 1,
  status: 'pending',
  urgencyDays: 1,
  referralReason: 'Chest pain',
  healthcareProviderId: null,
  referredToName: null,
  specialtyName: 'Cardiology',
  referredToAddress: null,
  dueAt: '2026-11-29T12:00:00.000Z',
  notPreferredReason: null,
  hash: null,
  can: {},
} as unknown as Referral;

test('a STAT referral asks to call the office once a provider is selected', () => {
  renderSignedIn(<ReferralFacts referral={{ ...stat, referredToName: 'Nguyen, Linh' }} />);
  expect(screen.getByText(urgencyAlert)).toBeVisible();
});

test('a STAT referral to a specialty has no office to call yet', () => {
  renderSignedIn(<ReferralFacts referral={stat} />);
  expect(screen.getByText('Waiting for a provider to be selected')).toBeVisible();
  expect(screen.queryByText(urgencyAlert)).toBeNull();
});

test('without a phone of the address, the office phone of the provider is shown', () => {
  const sent = { ...stat, referredToName: 'Nguyen, Linh', referredToOfficePhone: '6175550103' };
  renderSignedIn(<ReferralFacts referral={sent} />);
  expect(screen.getByText('(617) 555-0103')).toBeVisible();
});
