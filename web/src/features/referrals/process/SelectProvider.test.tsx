import type { Referral } from '@careloop/contracts/referrals';
import { screen } from '@testing-library/react';
import { useState, type ReactNode } from 'react';
import { expect, test } from 'vitest';
import { patient, provider, renderSignedIn } from '../../../../test/signedIn.tsx';
import { SelectProvider } from './SelectProvider.tsx';

const referral = {
  referralId: 1,
  version: 1,
  status: 'pending',
  patient,
  referralReason: 'Palpitations',
  urgencyDays: 7,
  specialtyName: 'Cardiology',
  healthcareProviderId: null,
  referredByHealthcareProvider: null,
  timeline: [{ action: 'updated', userId: 2, userFullName: 'Jones, Ida', occurredAt: '2026-03-04T15:00:00Z' }],
} as unknown as Referral;
const changed = { ...referral, version: 2 };

const found = {
  ...provider,
  isPreferred: false,
  enforcePreferred: false,
  affiliationName: null,
  isOnCall: false,
  network: 'unknown',
  networkBasis: null,
  acceptedPlans: [],
  outsideClientName: 'Bay Colony',
  hasSeenPatient: true,
  declined: null,
  figures: null,
  places: [],
  placeCount: 0,
};

function Opened(): ReactNode {
  const [shown, setShown] = useState(referral);
  return (
    <>
      <button onClick={() => setShown(changed)}>Receive the change</button>
      <SelectProvider referral={shown} onClose={() => undefined} onProcessed={() => undefined} />
    </>
  );
}

test("a colleague's change must be seen before the referral is sent to a provider", async () => {
  const { user } = renderSignedIn(<Opened />, [], [], changed);
  const accept = await screen.findByRole('button', { name: 'Send to provider' });
  expect(accept).toBeEnabled();
  await user.click(screen.getByText('Receive the change'));
  expect(await screen.findByText('This referral has changed since you opened it')).toBeVisible();
  expect(screen.getByText(/^Jones, Ida/)).toBeVisible();
  expect(accept).toBeDisabled();
  await user.click(screen.getByRole('button', { name: 'Reload the referral' }));
  await expect.poll(() => accept.hasAttribute('disabled')).toBe(false);
  expect(screen.queryByText('This referral has changed since you opened it')).toBeNull();
});

test('a provider who does not use the portal is chosen, nothing is said to be sent to them', async () => {
  const lookups = { specialties: [], plans: [], figuresClientName: null, isLimited: false };
  const { user } = renderSignedIn(
    <SelectProvider referral={referral} onClose={() => undefined} onProcessed={() => undefined} />,
    [],
    [{ ...found, userId: null }],
    { ...lookups, specialties: [{ healthcareProviderSpecialtyId: 7, name: 'Cardiology' }] },
  );
  expect(await screen.findByRole('button', { name: 'Send to provider' })).toBeEnabled();
  await user.click(await screen.findByRole('option', { name: /Nguyen, Linh/ }));
  expect(await screen.findByText(/does not use this portal$/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Choose provider' })).toBeEnabled();
  expect(screen.queryByRole('button', { name: 'Send to provider' })).toBeNull();
});

test('the coordinator learns what accepting opens to the selected provider, and whether they are outside the client', async () => {
  const scope = { clientName: 'Bay Colony', hasUser: true, isOutside: true, organizationName: 'Prairie Heart' };
  const { user } = renderSignedIn(
    <SelectProvider referral={referral} onClose={() => undefined} onProcessed={() => undefined} />,
    [],
    [found],
    {
      specialties: [{ healthcareProviderSpecialtyId: 7, name: 'Cardiology' }],
      plans: [],
      figuresClientName: null,
      isLimited: false,
      ...scope,
      usualScope: 'attached',
    },
  );
  await user.click(await screen.findByRole('option', { name: /Nguyen, Linh/ }));
  expect(
    await screen.findByText(
      'Nguyen, Linh of Prairie Heart can open this referral and the records attached to it, nothing else.',
    ),
  ).toBeVisible();
  expect(screen.getAllByText('Outside Bay Colony')).toHaveLength(2);
  // The reason is evident, and can be changed.
  expect(screen.getByText('Established physician')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Change the provider selection reason' }));
  expect(screen.getByRole('combobox', { name: 'Provider selection reason' })).toHaveFocus();
});
