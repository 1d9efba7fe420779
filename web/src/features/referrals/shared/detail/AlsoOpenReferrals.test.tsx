import { listReferrals, type Referral, type ReferralListItem } from '@careloop/contracts/referrals';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderScreen } from '../../../../../test/page.tsx';
import { answer, inputsOf, serve } from '../../../../../test/server.ts';
import { AlsoOpenReferrals } from './AlsoOpenReferrals.tsx';

const item = (referralId: number, more: Partial<ReferralListItem>) =>
  ({
    referralId,
    side: null,
    status: 'pending',
    healthcareProviderSpecialtyId: 7,
    specialtyName: 'Cardiology',
    referredToName: 'Patel, Anjali',
    referredByName: 'Nguyen, Linh',
    dateCreated: '2026-11-12T12:00:00.000Z',
    ...more,
  }) as ReferralListItem;

const items = [
  item(1, { side: 'receiving' }),
  item(2, { side: 'receiving', healthcareProviderSpecialtyId: 8, specialtyName: 'Sleep medicine' }),
  item(3, { referredToName: 'Rossi, Marco' }),
  item(4, { healthcareProviderSpecialtyId: 9 }),
];

function show(more: Partial<Referral>) {
  const calls = serve(answer(listReferrals, { items, nextCursor: null, counts: null }));
  const referral = {
    referralId: 1,
    patient: { patientId: 5 },
    side: 'receiving',
    status: 'pending',
    healthcareProviderSpecialtyId: 7,
    ...more,
  } as unknown as Referral;
  const component = () => (
    <main>
      <AlsoOpenReferrals referral={referral} />
    </main>
  );
  renderScreen({ path: '/', validateSearch: () => ({}), component }, '/');
  return calls;
}

test('the receiver sees other open referrals to them or for the same specialty', async () => {
  const calls = show({});
  expect(await screen.findAllByRole('link')).toHaveLength(2);
  expect(screen.getByRole('link', { name: 'Sleep medicine, Pending, sent 11/12/26 by Nguyen, Linh' })).toBeVisible();
  const other = screen.getByRole('link', {
    name: 'Cardiology, to Rossi, Marco, Pending, sent 11/12/26 by Nguyen, Linh',
  });
  expect(other.getAttribute('href')).toMatch(/\/Referrals\?referralId=3$/);
  expect(inputsOf(calls, listReferrals)[0]).toEqual({ patientId: '5', status: 'open' });
});

test.each([{ side: 'referring' }, { side: null }, { status: 'declined' }] as const)(
  'nothing is asked for others, or once it is answered: %o',
  async (more) => {
    const calls = show(more);
    expect(await screen.findByRole('main')).toBeEmptyDOMElement();
    expect(calls).toEqual([]);
  },
);
