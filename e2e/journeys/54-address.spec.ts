import { addressDialogTexts, getProviderAddresses, saveProviderAddress } from '@careloop/contracts/directory/addresses';
import { listOrganizationProviders, listOrganizations } from '@careloop/contracts/directory/organizations';

import { expectAccessible } from '../support/accessibility.ts';
import { call } from '../support/api.ts';
import { expect, test } from '../support/test.ts';

test('a coordinator finds, adds, changes and removes addresses of a provider', async ({ openAs }) => {
  const page = await openAs('coordinator');
  const { items: organizations } = await call(page.request, listOrganizations, {});
  const [organization] = organizations.filter(({ totalProviders }) => totalProviders > 1);
  if (organization === undefined) throw new Error('The demo has no practice with several providers');
  const { healthcareOrganizationId } = organization;
  const { items: providers } = await call(page.request, listOrganizationProviders, { healthcareOrganizationId });
  const [provider, colleague] = providers;
  if (provider === undefined || colleague === undefined) throw new Error('The practice has no two providers');
  const { healthcareProviderId } = provider;
  const addressesOf = async () => (await call(page.request, getProviderAddresses, { healthcareProviderId })).addresses;
  const before = await addressesOf();

  await page.goto(`/provider/Organizations/${healthcareOrganizationId}`);
  await page.getByRole('button', { name: `Addresses of ${provider.fullName}` }).click();
  const list = page.getByRole('dialog', { name: `Addresses of ${provider.fullName}` });
  await expect(list.getByRole('list', { name: 'Addresses' }).getByRole('listitem')).toHaveCount(before.length);

  await test.step('no search starts without a valid combination', async () => {
    await list.getByRole('button', { name: 'Add address' }).click();
    const dialog = page.getByRole('dialog', { name: addressDialogTexts.find });
    await expect(dialog.getByText('Search before you add')).toBeVisible();
    await expect(dialog.getByText(addressDialogTexts.enterCombination)).toBeVisible();
    await expectAccessible(page, 'Add/Find Address');
    await dialog.getByLabel('Zip').fill('01609');
    await dialog.getByRole('button', { name: 'Search' }).click();
    await expect(dialog.getByText(addressDialogTexts.combinationRequired)).toBeVisible();
  });

  const dialog = page.getByRole('dialog', { name: addressDialogTexts.find });
  await test.step('a new address is added in its standard form', async () => {
    await dialog.getByLabel('Label').fill('Walk-in clinic');
    await dialog.getByLabel('Address', { exact: true }).fill('7 north quince street suite 3');
    await dialog.getByLabel('City').fill('Worcester');
    await dialog.getByRole('combobox', { name: 'State' }).fill('MA');
    await page.getByRole('option', { name: 'MA Massachusetts' }).click();
    await expect(dialog.getByText(addressDialogTexts.enterCombination)).toBeHidden();
    await dialog.getByRole('button', { name: 'Search' }).click();
    await expect(dialog.getByText(addressDialogTexts.noVariations)).toBeVisible();
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
    await other.getByRole('button', { name: 'Add address' }).click();
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

  await test.step('a change for one provider does not affect the colleague; unsaved changes ask for confirmation', async () => {
    await page.getByRole('button', { name: `Addresses of ${provider.fullName}` }).click();
    await list.getByRole('button', { name: 'Edit Walk-in clinic' }).click();
    const edit = page.getByRole('dialog', { name: addressDialogTexts.edit });
    await expect(edit.getByRole('checkbox', { name: 'Save for this provider only' })).toBeChecked();
    await edit.getByLabel('Address 2').fill('Ste 9');
    await expectAccessible(page, 'Edit Address');
    await page.keyboard.press('Escape');
    const question = page.getByRole('dialog', { name: 'Unsaved changes' });
    await expect(question.getByText(addressDialogTexts.unsaved)).toBeVisible();
    await question.getByRole('button', { name: 'No' }).click();

    // Someone else saves first: the input is kept and saved again.
    const now = (await addressesOf()).find(({ addressLabel }) => addressLabel === 'Walk-in clinic');
    if (now === undefined) throw new Error('The address is gone');
    const { fax, ...fields } = now;
    await call(page.request, saveProviderAddress, { ...fields, faxNumber: fax, locationCode: 'C-12' });
    await edit.getByRole('button', { name: 'Save' }).click();
    await expect(edit.getByText(/saved changes while you were editing/)).toBeVisible();
    await expect(edit.getByLabel('Clinic code')).toHaveValue('C-12');
    await edit.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText(addressDialogTexts.saved)).toBeVisible();
    await expect(list.getByRole('listitem').filter({ hasText: 'Walk-in clinic' })).toContainText('Ste 9');
  });

  await test.step('a removed address is gone', async () => {
    await list.getByRole('button', { name: 'Edit Walk-in clinic' }).click();
    await page.getByRole('dialog', { name: addressDialogTexts.edit }).getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('dialog', { name: 'Remove this address?' }).getByRole('button', { name: 'Remove' }).click();
    await expect(list.getByRole('listitem')).toHaveCount(before.length);
    expect(await addressesOf()).toHaveLength(before.length);
  });
});
