import type { SentProtocol } from '@careloop/contracts/referrals/protocols';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderComponent } from '../../../../../test/components.tsx';
import { ReferralProtocol } from './ReferralProtocol.tsx';

const sent: SentProtocol = {
  referralProtocolId: 7,
  version: 1,
  name: 'Heart',
  answers: [
    { name: 'symptoms', label: 'Symptoms', text: 'Pain on stairs', healthcareProviderId: null },
    { name: 'since', label: 'Since', text: '2026-10-01', healthcareProviderId: null },
  ],
  documents: [
    { name: 'note', label: 'A note', isRequired: true, attached: ['Office note'], reason: null },
    { name: 'a1c', label: 'HbA1c of the last 6 months', isRequired: true, attached: [], reason: 'Drawn today' },
    { name: 'lipids', label: 'Lipid panel', isRequired: false, attached: [], reason: null },
  ],
  authorizationReason: 'Asked for',
};

test('shows the answers, what is attached, and what is missing with its reason', () => {
  renderComponent(<ReferralProtocol protocol={sent} />);
  expect(screen.getByRole('heading', { name: 'Heart' })).toBeVisible();
  const facts = screen.getAllByRole('term').map((term) => [term.textContent, term.nextElementSibling?.textContent]);
  expect(facts).toEqual([
    ['Symptoms', 'Pain on stairs'],
    ['Since', '10/1/26'],
    ['HbA1c of the last 6 months', 'Drawn today'],
    ['Lipid panel', 'Not attached'],
    ['Authorization code', 'Asked for'],
  ]);
  expect(screen.getByText('A note')).toBeVisible();
});

test('a referral without a protocol, or with one that asked for nothing, shows none', () => {
  const empty = { ...sent, answers: [], documents: [], authorizationReason: null };
  for (const protocol of [null, empty]) renderComponent(<ReferralProtocol protocol={protocol} />);
  expect(screen.queryByRole('heading')).toBeNull();
});
