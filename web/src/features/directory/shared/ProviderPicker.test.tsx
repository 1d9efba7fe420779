import { noDistanceText, type ProviderSearchItem } from '@careloop/contracts/directory';
import type { ProviderChoice } from '@careloop/contracts/directory/choices';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { provider, renderSignedIn } from '../../../../test/signedIn.tsx';
import { ProviderPicker } from './ProviderPicker.tsx';

const choice: ProviderChoice = {
  ...provider,
  specialty: 'Cardiology',
  healthcareProviderSpecialtyId: 7,
  officePhone: null,
  isPreferred: false,
  enforcePreferred: false,
  affiliationName: null,
  isOnCall: false,
  network: 'unknown',
  networkBasis: null,
  acceptedPlans: [],
  outsideClientName: null,
  hasSeenPatient: false,
  declined: null,
  figures: null,
  places: [],
  placeCount: 0,
};
const placeAt = (addressId: number, distance: number | null) => ({
  addressId,
  addressLabel: null,
  address1: `${addressId} Elm St`,
  address2: null,
  city: null,
  state: null,
  zipCode: null,
  officePhone: null,
  faxNumber: null,
  distance,
});
const figures = {
  isOfSpecialty: false,
  answeredCount: 20,
  answerHours: 26,
  visitDays: 15,
  declinedCount: 3,
  declineReason: 3 as const,
};

/** Opens the search of a specialty, which finds these providers. */
function open(choices: Partial<ProviderChoice>[], more: object = {}) {
  const items = choices.map((one, index) => ({ ...choice, healthcareProviderId: index + 1, ...one }));
  const chosen: (ProviderSearchItem | null)[] = [];
  const { user } = renderSignedIn(
    <ProviderPicker
      patientId={1}
      value={null}
      initialSpecialty={{ healthcareProviderSpecialtyId: 7, name: 'Cardiology' }}
      onChange={(one) => chosen.push(one)}
    />,
    [],
    items,
    { plans: ['Blue Choice'], figuresClientName: 'Bay Colony', isLimited: false, ...more },
  );
  return { user, chosen };
}
const listbox = () => screen.findByRole('listbox', { name: 'Providers' });

test('the providers found are said to be in the order of their fit', async () => {
  open([{ distance: 0.5 }, { distance: 2 }, {}]);
  expect(await screen.findByText('3 found, best fit first')).toBeVisible();
});

test('a provider without an account is said not to use the portal, before they are chosen', async () => {
  open([{ userId: 3 }, { userId: null, fullName: 'Okoye, Ada' }]);
  const rows = within(await listbox()).getAllByRole('group');
  const words = 'Does not use this portal';
  expect(rows.map((row) => within(row).queryAllByText(words).length)).toEqual([0, 1]);
});

test('without a position of the patient, there is no distance, and more than are compared is said', async () => {
  open([{}, {}], { isLimited: true });
  expect(
    await screen.findByText(
      `${noDistanceText(true)} 2 found, best fit first. 200 are compared. Narrow the search to see others.`,
    ),
  ).toBeVisible();
});

test('chips and figures say what is known, and the first say why they are first', async () => {
  const fits: Partial<ProviderChoice> = {
    network: 'in',
    networkBasis: 'plan',
    acceptedPlans: ['Blue Choice'],
    acceptsNewPatients: true,
  };
  const ofSpecialty = { ...figures, isOfSpecialty: true, answerHours: 100, visitDays: null, declinedCount: 0 };
  open([
    { fullName: 'Best, Ann', ...fits, isPreferred: true, figures },
    { fullName: 'Next, Bob', ...fits, isOnCall: true, outsideClientName: 'Bay Colony', figures: ofSpecialty },
    { fullName: 'Last, Cy', network: 'out', acceptsNewPatients: false, hasSeenPatient: true },
  ]);
  const list = within(await listbox());
  const best = list.getByRole('group', { name: 'Best, Ann' });
  expect(best).toHaveTextContent('First: preferred, the next is not');
  expect(best).toHaveTextContent(
    'answers in about 26 hours (20 referrals) · first visit after about 15 days · declines 3 of 20, mostly insurance',
  );
  const next = list.getByRole('group', { name: 'Next, Bob' });
  expect(next).toHaveTextContent('Second: in network, the next is not');
  for (const chip of ['In network', 'Accepting', 'On call', 'Outside Bay Colony'])
    expect(within(next).getByText(chip)).toBeVisible();
  // Said once, above the providers that have too few referrals for figures of their own.
  expect(screen.getByText('Cardiology: answers in about 4 days (20 referrals) · declined none')).toBeVisible();
  expect(next).not.toHaveTextContent('answers in');
  const last = list.getByRole('group', { name: 'Last, Cy' });
  for (const chip of ['Not in network', 'Not accepting', 'Has seen this patient'])
    expect(within(last).getByText(chip)).toBeVisible();
  expect(last).not.toHaveTextContent('Third');
  expect(screen.getByText(/Figures: referrals of Bay Colony in the last 12 months\./)).toBeVisible();
});

test('who declined this patient lately says when and why, and not that they are first', async () => {
  const fits: Partial<ProviderChoice> = { network: 'in', acceptsNewPatients: true, figures };
  const declined = { on: '2026-11-23T12:00:00Z', reason: 3 as const };
  const { user, chosen } = open([
    { fullName: 'Declined, Ann', ...fits, declined, figures: { ...figures, answerHours: 1 } },
    { fullName: 'Other, Bob', ...fits },
    { fullName: 'Slow, Cy', ...fits, figures: { ...figures, answerHours: 90 } },
  ]);
  const list = within(await listbox());
  const first = list.getByRole('group', { name: 'Declined, Ann' });
  const chip = within(first).getByText('Declined 11/23/26: insurance acceptance');
  expect(chip).toBeVisible();
  expect(chip.querySelector('svg')).not.toBeNull();
  expect(first).not.toHaveTextContent('First');
  const other = list.getByRole('group', { name: 'Other, Bob' });
  expect(other).toHaveTextContent('Second: answers in about 26 hours, the next in 4 days');
  expect(other).not.toHaveTextContent('Declined');
  await user.click(screen.getByText('Declined, Ann'));
  expect(chosen).toMatchObject([{ selectionEvidence: null }]);
});

test('the list is one Tab stop, in which keys move from place to place', async () => {
  const places = [placeAt(11, 1), placeAt(12, 2)];
  const { user, chosen } = open([{ fullName: 'Two, Ann', places, placeCount: 2 }, { fullName: 'None, Bob' }]);
  const list = await listbox();
  const isActive = (name: string | RegExp) =>
    expect(list).toHaveAttribute('aria-activedescendant', within(list).getByRole('option', { name }).id);
  screen.getByRole('button', { name: 'Advanced Provider Search' }).focus();
  await user.tab();
  expect(list).toHaveFocus();
  isActive(/Two, Ann.*11 Elm St/);
  await user.keyboard('{ArrowDown}');
  isActive(/Two, Ann.*12 Elm St/);
  await user.keyboard('{End}');
  isActive(/None, Bob.*Address not stated/);
  await user.keyboard('{ArrowDown}{Home}{ArrowUp}');
  isActive(/Two, Ann.*11 Elm St/);
  await user.keyboard('{ArrowDown}{Enter}{End} ');
  expect(chosen).toMatchObject([
    { healthcareProviderId: 1, address: { addressId: 12 }, distance: 2 },
    { healthcareProviderId: 2, address: null },
  ]);
  await user.tab();
  expect(list).not.toHaveFocus();
});

test('a click on a provider selects the nearest place, one on a place that one', async () => {
  const places = [placeAt(11, 1), placeAt(12, 2)];
  const { user, chosen } = open([{ fullName: 'Two, Ann', places, placeCount: 6 }]);
  expect(await screen.findByText('4 more places in Advanced Provider Search')).toBeVisible();
  await user.click(screen.getByText('Two, Ann'));
  await user.click(screen.getByText('12 Elm St'));
  expect(chosen.map((one) => one?.address?.addressId)).toEqual([11, 12]);
});

test('why a provider was chosen is known where the list shows it', async () => {
  const paid: Partial<ProviderChoice> = {
    network: 'in',
    networkBasis: 'plan',
    acceptedPlans: ['Blue Choice'],
    acceptsNewPatients: true,
  };
  const { user, chosen } = open([
    { fullName: 'First, Ann', ...paid, distance: 3 },
    { fullName: 'Seen, Bob', hasSeenPatient: true, distance: 2 },
    { fullName: 'Near, Cy', distance: 1 },
    { fullName: 'Other, Di', distance: 4 },
    { fullName: 'Enforced, Ed', hasSeenPatient: true, enforcePreferred: true, distance: 4 },
  ]);
  await listbox();
  for (const name of ['First, Ann', 'Seen, Bob', 'Near, Cy', 'Other, Di']) await user.click(screen.getByText(name));
  expect(chosen.map((one) => one?.selectionEvidence)).toEqual(['firstInNetwork', 'seen', 'nearest', null]);
});

test('without a specialty and a name nothing is listed', async () => {
  renderSignedIn(<ProviderPicker patientId={1} value={null} onChange={() => undefined} />, [], [], { plans: [] });
  expect(await screen.findByText('Choose a specialty or type a name')).toBeVisible();
});

test('a name that is not found in the specialty can be searched in all of them', async () => {
  const { user } = open([]);
  await user.type(await screen.findByRole('searchbox', { name: 'Provider name' }), 'patel{Enter}');
  expect(await screen.findByText(/^Only Cardiology was searched\./)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Search all specialties' }));
  expect(await screen.findByText('Check the spelling or choose another specialty.')).toBeVisible();
  expect(screen.getByRole('combobox', { name: 'Specialty' })).toHaveValue('');
});
