import type { ProviderChoice } from '@careloop/contracts/directory/choices';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { provider, renderSignedIn } from '../../../../../test/signedIn.tsx';
import { ChosenChips } from './ChosenChips.tsx';

/** Shows a provider who was in network when they were chosen, as they are now. */
function open(now: Partial<ProviderChoice> | null): void {
  const choice = {
    ...provider,
    isPreferred: false,
    enforcePreferred: false,
    affiliationName: null,
    isOnCall: false,
    network: 'in',
    networkBasis: 'plan',
    acceptedPlans: ['Blue Choice'],
    outsideClientName: null,
    hasSeenPatient: false,
    declined: null,
    figures: null,
    places: [],
    placeCount: 0,
    ...now,
  };
  renderSignedIn(
    <ChosenChips patientId={1} provider={{ ...provider, network: 'in' }} />,
    [],
    now === null ? [] : [choice],
    { plans: ['Blue Choice', 'Medicare'], figuresClientName: 'Bay Colony' },
  );
}

test('a selected provider shows why they are in network, and how they answer', async () => {
  const figures = {
    isOfSpecialty: false,
    answeredCount: 15,
    answerHours: 1,
    visitDays: null,
    declinedCount: 1,
    declineReason: null,
  };
  open({ figures });
  expect(await screen.findByText(/Accepts Blue Choice. Not listed: Medicare./)).toHaveTextContent(
    'The provider answers in about 1 hour (15 referrals), declines 1 of 15. Figures: referrals of Bay Colony in the last 12 months.',
  );
  expect(screen.queryByText(/no longer is/)).toBeNull();
});

test('one who declined this patient says so', async () => {
  open({ declined: { on: '2026-11-23T12:00:00Z', reason: 1 } });
  expect(await screen.findByText('Declined 11/23/26: availability')).toBeVisible();
});

test('one who has left the network since is marked', async () => {
  open({ network: 'out', acceptedPlans: [] });
  expect(await screen.findByText('Nguyen, Linh was in network when you chose them, and no longer is')).toBeVisible();
  expect(screen.getByText('Not in network')).toBeVisible();
});
