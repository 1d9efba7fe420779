import { urgencyAlert } from '@careloop/contracts/codes';
import type { Referral } from '@careloop/contracts/referrals';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderSignedIn } from '../../../../../test/signedIn.tsx';
import { ReferralDetails, ReferralParties, ReferralQuestion } from './ReferralFacts.tsx';

const stat = {
  referralId: 1,
  status: 'pending',
  urgencyDays: 1,
  referralReason: 'Chest pain',
  healthcareProviderId: null,
  referredToName: null,
  specialtyName: 'Cardiology',
  referredToAddress: null,
  referredByHealthcareProvider: null,
  referredByProviderName: null,
  diagnosis: null,
  additionalInfo: null,
  side: 'referring',
  dueAt: '2026-11-29T12:00:00.000Z',
  notPreferredReason: null,
  can: {},
} as unknown as Referral;

test('a STAT referral asks to call the office once a provider is selected', () => {
  renderSignedIn(<ReferralQuestion referral={{ ...stat, referredToName: 'Nguyen, Linh' }} />);
  expect(screen.getByText(urgencyAlert)).toBeVisible();
});

test('a STAT referral to a specialty has no office to call yet', () => {
  renderSignedIn(
    <>
      <ReferralQuestion referral={stat} />
      <ReferralParties referral={stat} />
    </>,
  );
  expect(screen.getByText('Waiting for a provider to be selected')).toBeVisible();
  expect(screen.queryByText(urgencyAlert)).toBeNull();
});

test('without a phone of the address, the office phone of the provider is shown', () => {
  const sent = { ...stat, referredToName: 'Nguyen, Linh', referredToOfficePhone: '6175550103' };
  renderSignedIn(<ReferralParties referral={sent} />);
  expect(screen.getByRole('link', { name: '(617) 555-0103' })).toHaveAttribute('href', 'tel:+16175550103');
});

test('what nobody stated is folded into a count and can be unfolded', async () => {
  const { user } = renderSignedIn(<ReferralDetails referral={{ ...stat, authorizationCode: 'A-1' }} />);
  expect(screen.getByText('A-1')).toBeVisible();
  expect(screen.queryByText('Not stated')).toBeNull();
  await user.click(screen.getByRole('button', { name: /^\d not stated$/ }));
  expect(screen.getByText('Caregiver')).toBeVisible();
  expect(screen.getAllByText('Not stated').length).toBeGreaterThan(1);
});

test.each([
  [true, false],
  [false, true],
])(
  'somebody who sent it for the referring provider is named (sent by the provider: %s)',
  (isSentByReferrer, isNamed) => {
    const sent = {
      ...stat,
      isSentByReferrer,
      referredByProviderName: 'Nguyen, Linh',
      referredByUserFullName: 'Ana Ruiz',
    };
    renderSignedIn(<ReferralParties referral={sent} />);
    expect(screen.queryByText('Sent by Ana Ruiz') !== null).toBe(isNamed);
  },
);
