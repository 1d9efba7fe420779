import { addressDialogTexts } from '@careloop/contracts/directory/addresses';
import { getOrganization, organizationTexts, saveOrganization } from '@careloop/contracts/directory/organizations';
import { identifierTexts } from '@careloop/contracts/fields/identifiers';

import { expectAccessible } from '../support/accessibility.ts';
import { call } from '../support/api.ts';
import { expect, test } from '../support/test.ts';

const npiNumber = '1679576722';

test('a coordinator finds no organization, adds it and changes it', async ({ openAs }) => {
  const page = await openAs('coordinator');
  await page.goto('/provider/Sitemap');
  await page.getByRole('main').getByRole('link', { name: 'Organizations' }).click();
  await expect(page.getByRole('region', { name: 'Organizations' })).toBeVisible();
  await expectAccessible(page, 'organizations');

  await page.getByRole('button', { name: organizationTexts.find }).click();
  const dialog = page.getByRole('dialog', { name: organizationTexts.find });
  await dialog.getByRole('button', { name: 'Search' }).click();
  await expect(dialog.getByText(organizationTexts.nameRequired)).toBeVisible();
  await expect(dialog.getByText(identifierTexts.npiRequired)).toBeVisible();
  await dialog.getByLabel('Organization name').fill('  Quince Street Cardiology ');
  await dialog.getByLabel('NPI number').fill(npiNumber);
  await expect(dialog.getByLabel('Organization name')).toHaveValue('Quince Street Cardiology');
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
  await form.getByLabel('Address', { exact: true }).fill('7 Quince Street');
  await form.getByLabel('City').fill('Worcester');
  await form.getByRole('combobox', { name: 'State' }).fill('MA');
  await page.getByRole('option', { name: 'MA Massachusetts' }).click();
  await expectAccessible(page, 'a new organization');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { name: 'Quince Street Cardiology', level: 1 })).toBeVisible();
  await expect(page).toHaveURL(/Organizations\/[1-9]\d*$/);
  await expect(page.getByText('7 Quince Street, Worcester, MA 01609')).toBeVisible();
  await expectAccessible(page, 'an organization');
  const healthcareOrganizationId = Number(new URL(page.url()).pathname.split('/').at(-1));

  await test.step('the second of two editors sees what the first saved', async () => {
    await page.getByRole('button', { name: 'Edit organization' }).click();
    const edit = page.getByRole('dialog', { name: 'Edit organization' });
    await edit.getByLabel('Organization name').fill('Quince Heart Center');
    const now = await call(page.request, getOrganization, { healthcareOrganizationId });
    const { name, version, addresses } = now;
    const [main] = addresses;
    await call(page.request, saveOrganization, {
      healthcareOrganizationId,
      version,
      name,
      npiNumber,
      ...main,
      phone: '508-555-0188',
    });
    await edit.getByRole('button', { name: 'Save' }).click();
    await expect(edit.getByText(/saved changes while you were editing/)).toBeVisible();
    await expect(edit.getByLabel('Phone')).toHaveValue('(508) 555-0188');
    await edit.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('heading', { name: 'Quince Heart Center', level: 1 })).toBeVisible();
  });

  await test.step('further addresses are added, changed and removed', async () => {
    await page.getByRole('button', { name: 'Add address' }).click();
    const add = page.getByRole('dialog', { name: addressDialogTexts.add });
    await expect(add.getByText('Quince Heart Center')).toBeVisible();
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
    await edit.getByLabel('Address 2').fill('Ste 4');
    await edit.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('30 Harvard St, Ste 4, Worcester, MA 01609')).toBeVisible();
    await page.getByRole('button', { name: 'Edit Branch' }).click();
    await edit.getByRole('button', { name: 'Remove' }).click();
    const ask = page.getByRole('dialog', { name: 'Remove this address?' });
    await ask.getByRole('button', { name: 'Remove' }).click();
    await expect(page.getByText('30 Harvard St')).toBeHidden();
    await expect(page.getByText('7 Quince Street')).toBeVisible();
  });

  await test.step('the same NPI is not added again', async () => {
    await page.goto('/provider/Organizations');
    await page.getByRole('button', { name: organizationTexts.find }).click();
    await dialog.getByLabel('Organization name').fill('Quince');
    await dialog.getByLabel('NPI number').fill(npiNumber);
    await dialog.getByRole('button', { name: 'Search' }).click();
    await expect(dialog.getByText(organizationTexts.sameNpi)).toBeVisible();
    await expect(dialog.getByRole('link', { name: 'Create new organization' })).toBeHidden();
    const opened = page.waitForEvent('popup');
    await dialog.getByRole('link', { name: /^Quince Heart Center/ }).click();
    const tab = await opened;
    await expect(tab.getByRole('heading', { name: 'Quince Heart Center', level: 1 })).toBeVisible();
  });
});

test('a provider reads an organization, and is told why it cannot be changed', async ({ openAs }) => {
  const page = await openAs('drnguyen');
  await page.goto('/provider/Organizations');
  await expect(page.getByRole('region', { name: 'Organizations' })).toBeHidden();
  await page.goto('/provider/Organizations/1');
  await page.getByRole('button', { name: 'Edit organization' }).hover();
  await expect(page.getByRole('tooltip', { name: organizationTexts.noEdit })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Addresses of/ })).toHaveCount(0);
});
