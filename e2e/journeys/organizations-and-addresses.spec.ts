import { addressDialogTexts } from '@careloop/contracts/directory/addresses';
import {
  listOrganizationProviders,
  listOrganizations,
  organizationTexts,
} from '@careloop/contracts/directory/organizations';

import { expectAccessible } from '../support/accessibility.ts';
import { call } from '../support/api.ts';
import { expect, test } from '../support/test.ts';

const npiNumber = '1679576722';

test('a coordinator finds no organization, adds it and changes it', async ({ openAs }) => {
  const page = await openAs('coordinator');
  await page.goto('/provider/Organizations');
  await expect(page.getByRole('region', { name: 'Organizations' })).toBeVisible();
  await expectAccessible(page, 'organizations');

  await page.getByRole('button', { name: organizationTexts.find }).click();
  const dialog = page.getByRole('dialog', { name: organizationTexts.find });
  await dialog.getByLabel('Organization name').fill('Quince Street Cardiology');
  await dialog.getByLabel('NPI number').fill(npiNumber);
  await dialog.getByRole('button', { name: 'Search' }).click();
  await expect(dialog.getByText(organizationTexts.noMatches)).toBeVisible();
  await expectAccessible(page, 'Add/Find Organization');

  // The search terms are prefilled.
  await dialog.getByRole('link', { name: 'Create new organization' }).click();
  await expect(page).toHaveURL(/Organizations\/0\?/);
  const form = page.getByRole('form', { name: 'New organization' });
  await expect(form.getByLabel('Organization name')).toHaveValue('Quince Street Cardiology');
  await expect(form.getByLabel('NPI number')).toHaveValue(npiNumber);
  await form.getByLabel('Zip').fill('01609');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText('Address is required')).toBeVisible();
  await form.getByLabel('Address', { exact: true }).fill('12 Salisbury Street');
  await form.getByLabel('City').fill('Worcester');
  await form.getByRole('combobox', { name: 'State' }).fill('MA');
  await page.getByRole('option', { name: 'MA Massachusetts' }).click();
  await expectAccessible(page, 'a new organization');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { name: 'Quince Street Cardiology', level: 1 })).toBeVisible();
  await expect(page).toHaveURL(/Organizations\/[1-9]\d*$/);
  await expect(page.getByText('12 Salisbury Street, Worcester, MA 01609')).toBeVisible();
  await expectAccessible(page, 'an organization');
  await test.step('another address is added and removed', async () => {
    await page.getByRole('button', { name: 'Add Address' }).click();
    const add = page.getByRole('dialog', { name: addressDialogTexts.add });
    await add.getByLabel('Label').fill('Branch');
    await add.getByLabel('Address', { exact: true }).fill('30 Harvard Street');
    await add.getByLabel('City').fill('Worcester');
    await add.getByRole('combobox', { name: 'State' }).fill('MA');
    await page.getByRole('option', { name: 'MA Massachusetts' }).click();
    await add.getByLabel('Zip').fill('01609');
    await add.getByRole('button', { name: 'Use standardized address' }).click();
    await add.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('30 Harvard St, Worcester, MA 01609')).toBeVisible();
    await page.getByRole('button', { name: 'Edit Branch' }).click();
    const edit = page.getByRole('dialog', { name: addressDialogTexts.edit });
    await edit.getByRole('button', { name: 'Remove' }).click();
    const ask = page.getByRole('dialog', { name: 'Remove this address?' });
    await ask.getByRole('button', { name: 'Remove' }).click();
    await expect(page.getByText('30 Harvard St')).toBeHidden();
    await expect(page.getByText('12 Salisbury Street')).toBeVisible();
  });
});

test('a coordinator finds, adds and changes addresses of a provider', async ({ openAs }) => {
  const page = await openAs('coordinator');
  const { items: organizations } = await call(page.request, listOrganizations, {});
  const [organization] = organizations.filter(({ totalProviders }) => totalProviders > 1);
  if (organization === undefined) throw new Error('The demo has no practice with several providers');
  const { healthcareOrganizationId } = organization;
  const { items: providers } = await call(page.request, listOrganizationProviders, { healthcareOrganizationId });
  const [provider, colleague] = providers;
  if (provider === undefined || colleague === undefined) throw new Error('The practice has no two providers');

  await page.goto(`/provider/Organizations/${healthcareOrganizationId}`);
  await page.getByRole('button', { name: `Addresses of ${provider.fullName}` }).click();
  const list = page.getByRole('dialog', { name: `Addresses of ${provider.fullName}` });

  const dialog = page.getByRole('dialog', { name: addressDialogTexts.find });
  await test.step('a new address is added in its standard form', async () => {
    await list.getByRole('button', { name: 'Add Address' }).click();
    await expect(dialog.getByText('Search before you add')).toBeVisible();
    await dialog.getByLabel('Label').fill('Walk-in clinic');
    await dialog.getByLabel('Address', { exact: true }).fill('7 north quince street suite 3');
    await dialog.getByLabel('City').fill('Worcester');
    await dialog.getByRole('combobox', { name: 'State' }).fill('MA');
    await page.getByRole('option', { name: 'MA Massachusetts' }).click();
    await dialog.getByLabel('Zip').fill('01609');
    await dialog.getByRole('button', { name: 'Search' }).click();
    await expect(dialog.getByText('7 N Quince St, Ste 3, Worcester, MA 01609')).toBeVisible();
    await expectAccessible(page, 'a standardized suggestion');
    await dialog.getByRole('button', { name: 'Add standardized address' }).click();
    await expect(page.getByText(addressDialogTexts.added)).toBeVisible();
    await expect(list.getByRole('listitem').filter({ hasText: 'Walk-in clinic' })).toContainText('7 N Quince St');
  });

  await test.step('the place is found for a colleague, regardless of spelling', async () => {
    await list.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: `Addresses of ${colleague.fullName}` }).click();
    const other = page.getByRole('dialog', { name: `Addresses of ${colleague.fullName}` });
    await other.getByRole('button', { name: 'Add Address' }).click();
    await dialog.getByLabel('Address', { exact: true }).fill('7 NORTH QUINCE ST.');
    await dialog.getByLabel('Zip').fill('01609');
    await dialog.getByRole('button', { name: 'Search' }).click();
    const found = dialog.getByRole('list', { name: 'Addresses found' }).getByRole('listitem');
    await expect(found).toContainText('1 provider · 0 appointments');
    await expectAccessible(page, 'places found');
    await found.getByRole('button', { name: /^Use this address: 7 N Quince St/ }).click();
    await expect(other.getByRole('listitem').filter({ hasText: '7 N Quince St' })).toBeVisible();
    await other.getByRole('button', { name: 'Close' }).click();
  });

  await test.step('a change is for one provider only', async () => {
    await page.getByRole('button', { name: `Addresses of ${provider.fullName}` }).click();
    await list.getByRole('button', { name: 'Edit Walk-in clinic' }).click();
    const edit = page.getByRole('dialog', { name: addressDialogTexts.edit });
    await expect(edit.getByRole('checkbox', { name: 'Save for this provider only' })).toBeChecked();
    await edit.getByLabel('Address 2').fill('Ste 9');
    await expectAccessible(page, 'Edit Address');

    await edit.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText(addressDialogTexts.saved)).toBeVisible();
    await expect(list.getByRole('listitem').filter({ hasText: 'Walk-in clinic' })).toContainText('Ste 9');
  });
});
