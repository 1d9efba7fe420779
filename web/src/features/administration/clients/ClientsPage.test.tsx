import {
  listClientOrganizations,
  listManagedClients,
  listManagedFacilities,
  listMarkets,
  managedClientTexts as texts,
  saveClient,
  saveFacility,
  saveMarket,
  type ManagedClient,
  type ManagedOrganization,
} from '@careloop/contracts/administration/clients';
import { faxNumberTexts, listAreaCodes, listFaxNumbers } from '@careloop/contracts/administration/faxNumbers';
import { installationTexts } from '@careloop/contracts/administration/installation';
import { listUnassignedReplies } from '@careloop/contracts/sharing/unassignedReplies';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { fill } from '../../../../test/components.tsx';
import { renderScreen } from '../../../../test/page.tsx';
import { answer, inputsOf, refusal, serve } from '../../../../test/server.ts';
import { signIn } from '../../../../test/signedIn.tsx';
import { ClientsPage } from './ClientsPage.tsx';
import { clientsSearch } from './search.ts';

const route = { path: '/Clients', validateSearch: clientsSearch, component: ClientsPage };
const client: ManagedClient = {
  clientId: 1,
  displayName: 'North Clinic',
  clientOrganizationId: 8,
  organizationName: 'Bay Colony',
  settings: { passwordExpirationDays: 90 },
  features: ['canManageReferrals'],
  configuration: { 44: false, 50: 90, 60: null, 289: true },
  hiddenEncounterFields: [],
  version: 1,
};
const market = { marketId: 3, clientId: 1, name: 'Northern Isles', version: 1 };
const facility = {
  facilityId: 5,
  clientId: 1,
  marketId: 3,
  name: 'Lighthouse Clinic',
  phone: null,
  address1: '1 Pier',
  address2: null,
  city: 'Salem',
  state: 'MA',
  zipcode: '01970',
  facilityType: 20,
  identifierType: null,
  identifier: null,
  version: 2,
};

beforeEach(() => signIn({ permissions: ['ManageSite'] }));

const organizations: ManagedOrganization[] = [
  { clientOrganizationId: 8, name: 'Bay Colony', version: 1, can: { rename: true, addClient: true } },
  {
    clientOrganizationId: 9,
    name: 'Prairie Ridge',
    version: 1,
    can: { rename: installationTexts.organization, addClient: installationTexts.organization },
  },
];

function open(search = '') {
  const calls = serve(
    answer(listClientOrganizations, { items: organizations, canAdd: installationTexts.newOrganization }),
    answer(listManagedClients, {
      items: [client, { ...client, clientId: 2, displayName: 'South Clinic', settings: {} }],
      totalItemCount: 2,
    }),
    answer(listMarkets, ({ clientId }) => ({ items: clientId === '1' ? [market] : [] })),
    answer(listManagedFacilities, ({ clientId }) => ({ items: clientId === '1' ? [facility] : [] })),
    answer(listUnassignedReplies, { items: [] } as never),
    answer(listFaxNumbers, { items: [] }),
    answer(listAreaCodes, { isConnected: false, areaCodes: [] }),
    answer(saveMarket, ({ name }) =>
      name === 'South'
        ? refusal('invalid_input', { validationErrors: { name: texts.nameTaken } })
        : { marketId: 1, version: 2 },
    ),
    answer(saveFacility, { facilityId: 1, version: 2 }),
    answer(saveClient, { clientId: 1, version: 2 }),
  );
  return { calls, ...renderScreen(route, `/Clients${search}`) };
}

const findDialog = async (name: string) => within(await screen.findByRole('dialog', { name }));
const pick = async (user: ReturnType<typeof open>['user'], field: HTMLElement, option: string) => {
  await user.click(field);
  await user.click(await screen.findByRole('option', { name: option }));
};

test('a client shows what deviates from the defaults, and its facilities by market', async () => {
  const { user, history } = open();
  const detail = within(await screen.findByRole('region', { name: 'North Clinic' }));
  expect(detail.getByText('Days until a password must be changed')).toBeVisible();
  expect(detail.queryByText('Characters of a new password')).toBeNull();
  expect(await detail.findByRole('button', { name: 'Lighthouse Clinic' })).toBeVisible();
  expect(detail.getByText('1 Pier, Salem, MA')).toBeVisible();
  expect(detail.getByRole('button', { name: 'Rename Northern Isles' })).toBeVisible();
  await user.click(within(screen.getByRole('navigation', { name: 'Clients' })).getByText('South Clinic'));
  expect(await screen.findByRole('region', { name: 'South Clinic' })).toBeVisible();
  expect(history.location.search).toBe('?clientId=2');
});

test('a client that does not exist is not replaced by another one', async () => {
  const { user } = open('?clientId=99');
  expect(await screen.findByText("We're sorry, this client doesn't exist, or you do not have access.")).toBeVisible();
  expect(screen.queryByRole('region', { name: 'North Clinic' })).toBeNull();
  await user.click(within(screen.getByRole('navigation', { name: 'Clients' })).getByText('North Clinic'));
  expect(await screen.findByRole('region', { name: 'North Clinic' })).toBeVisible();
});

test('a market is added and renamed; a name that is taken is said at the field', async () => {
  const { user, calls } = open();
  await user.click(await screen.findByRole('button', { name: 'Add market' }));
  const added = await findDialog('Add market');
  fill(added.getByRole('textbox', { name: 'Name' }), 'South');
  await user.click(added.getByRole('button', { name: 'Save' }));
  expect(await added.findByText(texts.nameTaken)).toBeVisible();
  fill(added.getByRole('textbox', { name: 'Name' }), 'West');
  await user.click(added.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(texts.saved)).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(screen.getByRole('button', { name: 'Rename Northern Isles' }));
  const renamed = await findDialog('Rename Northern Isles');
  fill(renamed.getByRole('textbox', { name: 'Name' }), 'Isles');
  await user.click(renamed.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(inputsOf(calls, saveMarket).slice(1)).toEqual([
    { name: 'West', clientId: 1 },
    { name: 'Isles', clientId: 1, marketId: 3, version: 1 },
  ]);
});

test('a facility is added to a market', async () => {
  const { user, calls } = open();
  await screen.findByRole('button', { name: 'Lighthouse Clinic' });
  await user.click(screen.getByRole('button', { name: 'Add facility' }));
  const dialog = await findDialog('Add facility');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByText(texts.nameRequired)).toBeVisible();
  fill(dialog.getByRole('textbox', { name: 'Name' }), 'Harbor Clinic');
  await pick(user, dialog.getByRole('combobox', { name: 'Market' }), 'Northern Isles');
  await pick(user, dialog.getByRole('combobox', { name: 'Facility type' }), 'Provider office');
  await pick(user, dialog.getByRole('combobox', { name: 'Identifier type' }), 'Type 2');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByText(texts.identifierWhole)).toBeVisible();
  fill(dialog.getByRole('textbox', { name: 'Identifier' }), 'H-1');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(inputsOf(calls, saveFacility)).toMatchObject([
    { clientId: 1, name: 'Harbor Clinic', marketId: 3, facilityType: 20, identifierType: 2, identifier: 'H-1' },
  ]);
});

test('a facility says when fax numbers can be rented', async () => {
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Lighthouse Clinic' }));
  const dialog = await findDialog('Lighthouse Clinic');
  expect(await dialog.findByText(faxNumberTexts.noService)).toBeVisible();
});

test('the rules and features of a client are changed within their bounds', async () => {
  const { user, calls } = open();
  await user.click(await screen.findByRole('button', { name: 'Edit client' }));
  const dialog = await findDialog('North Clinic');
  const length = dialog.getByRole('textbox', { name: 'Characters of a new password' });
  fill(length, '8');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByText('The value must be a whole number from 12 to 64.')).toBeVisible();
  fill(length, '16');
  await user.click(dialog.getByRole('checkbox', { name: 'Two-step verification is required' }));
  await user.click(dialog.getByRole('checkbox', { name: 'MRN' }));
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(inputsOf(calls, saveClient)).toMatchObject([
    {
      clientId: 1,
      version: 1,
      settings: { passwordMinimumLength: 16, passwordExpirationDays: 90 },
      features: ['canManageReferrals', 'twoFactorAuthentication'],
      hiddenEncounterFields: ['mrn'],
    },
  ]);
});

test('a rule that is entered and emptied again is no change', async () => {
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Edit client' }));
  const dialog = await findDialog('North Clinic');
  const length = dialog.getByRole('textbox', { name: 'Characters of a new password' });
  fill(length, '16');
  fill(length, '');
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('an organization is renamed only by those who may, and a client is added only to such a one', async () => {
  const { user, calls, history } = open();
  expect(await screen.findByRole('button', { name: 'Rename Bay Colony' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Rename Prairie Ridge' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Add client organization' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Add client' }));
  const dialog = await findDialog('Add client');
  expect(dialog.getByRole('checkbox', { name: 'Referrals' })).toBeChecked();
  fill(dialog.getByRole('textbox', { name: 'Name' }), 'East Clinic');
  await user.click(dialog.getByRole('combobox', { name: 'Client organization' }));
  expect(screen.queryByRole('option', { name: 'Prairie Ridge' })).toBeNull();
  await user.click(screen.getByRole('option', { name: 'Bay Colony' }));
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(inputsOf(calls, saveClient)).toMatchObject([{ features: ['canManageReferrals'] }]));
  await waitFor(() => expect(history.location.search).toBe('?clientId=1'));
});
