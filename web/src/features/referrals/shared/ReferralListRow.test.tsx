import { declineReason, declineReasonLabels } from '@careloop/contracts/codes';
import type { ReferralListItem } from '@careloop/contracts/referrals';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderComponent } from '../../../../test/components.tsx';
import { ReferralListRow } from './ReferralListRow.tsx';

const declined = {
  patient: { firstName: 'Grace', lastName: 'Okafor' },
  status: 'declined',
  urgencyDays: 30,
  dueAt: '2026-12-01T12:00:00.000Z',
  referredToName: 'Patel, Anjali',
  specialtyName: 'Cardiology',
  referredByName: 'Nguyen, Linh',
  declineReason: declineReason.table.availability,
  latestAppointment: null,
} as unknown as ReferralListItem;

test.each([
  ['with its answer', { at: '2026-11-02T15:00:00.000Z', byName: 'Patel, Anjali', text: null }],
  ['without one', null],
])('a declined referral says the reason once, %s', (_, answer) => {
  renderComponent(<ReferralListRow item={{ ...declined, answer }} />);
  expect(screen.getAllByText(declineReasonLabels.availability, { exact: false })).toHaveLength(1);
});
