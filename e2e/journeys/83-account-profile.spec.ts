import { addressDialogTexts } from '@careloop/contracts/directory/addresses';
import { profileTexts } from '@careloop/contracts/profile/texts';
import type { Page } from '@playwright/test';

import { expectAccessible } from '../support/accessibility.ts';
import { expect, test } from '../support/test.ts';

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });

test('a profile is edited, and a new address waits for its code', async ({ openAs }) => {
  const page = await openAs('drpatel');
  await page.goto('/provider/Profile');
  await expect(field(page, 'First name')).toHaveValue('Anjali');
  await field(page, 'Office phone').fill('12');
  await field(page, 'Middle name').fill('Devi');
  await expect(page.getByText('Invalid office phone')).toBeVisible();
  await field(page, 'Office phone').fill('508-555-0199');
  await press(page, 'Save profile');
  await expect(page.getByText(profileTexts.saved)).toBeVisible();

  await test.step('a new address waits for its code', async () => {
    await field(page, 'Email').fill('anjali.patel@example.org');
    await press(page, 'Save profile');
    await expect(page.getByText('anjali.patel@example.org is not confirmed yet')).toBeVisible();
    await field(page, 'Code').fill('123');
    await field(page, 'Your password').fill('careloop-demo');
    await press(page, 'Confirm');
    await expect(page.getByText(profileTexts.codeWrong)).toBeVisible();
    await press(page, 'Discard new address');
    await expect(page.getByText('is not confirmed yet')).toBeHidden();
  });
});

test('a user selects how they are notified', async ({ openAs }) => {
  const page = await openAs('drpatel');
  await page.goto('/provider/Profile?tab=2');
  await expect(page.getByRole('switch', { name: 'Referral requested: Email' })).toBeChecked();
  await expectAccessible(page, 'notifications tab');
  await page.getByRole('switch', { name: 'Daily Summary Email' }).click();
  await expect(page.getByText(profileTexts.saved)).toBeVisible();
  await press(page, 'Add/Edit Filters of Referral requested');
  const dialog = page.getByRole('dialog', { name: 'Add/Edit Filters' });
  await dialog.getByRole('checkbox', { name: '24 hours' }).check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('24 hours')).toBeVisible();
  await page.goto('/provider/Profile?tab=0');
  await expect(page.getByRole('button', { name: 'Edit Provider Info' })).toBeVisible();
  await expectAccessible(page, 'provider tab');
});

test('a provider edits the addresses of their own record, but no shared one', async ({ openAs }) => {
  const page = await openAs('drpatel');
  await page.goto('/provider/Profile?tab=0');
  const list = page.getByRole('list', { name: 'Addresses', exact: true });
  const find = page.getByRole('dialog', { name: addressDialogTexts.find });
  const edit = page.getByRole('dialog', { name: addressDialogTexts.edit });
  const fixed = { name: 'Saved for this provider only' };

  await test.step('an address is added for this provider only', async () => {
    await press(page, 'Add address');
    await expect(find.getByRole('checkbox', fixed)).toBeDisabled();
    await find.getByLabel('Label').fill('Evening clinic');
    await find.getByLabel('Address', { exact: true }).fill('9 N Quince St');
    await find.getByLabel('City').fill('Worcester');
    await find.getByRole('combobox', { name: 'State' }).fill('MA');
    await page.getByRole('option', { name: 'MA Massachusetts' }).click();
    await find.getByLabel('Zip').fill('01609');
    await find.getByRole('button', { name: 'Search' }).click();
    await expect(find.getByText(addressDialogTexts.noResults)).toBeVisible();
    await expectAccessible(page, 'Add/Find Address for the own record');
    await find.getByRole('button', { name: 'Add address as typed' }).click();
    await expect(page.getByText(addressDialogTexts.added)).toBeVisible();
    await expect(list.getByRole('listitem').filter({ hasText: 'Evening clinic' })).toContainText('9 N Quince St');
  });

  await test.step('a shared address is changed for this provider only', async () => {
    const shared = list.getByRole('listitem').first();
    await shared.getByRole('button', { name: /^Edit / }).click();
    await expect(edit.getByRole('checkbox', fixed)).toBeChecked();
    await expect(edit.getByText(addressDialogTexts.localOnly)).toBeVisible();
    await expect(edit.getByText('for this provider only')).toHaveCount(1);
    await edit.getByLabel('Address 2').fill('Ste 12');
    await expectAccessible(page, 'Edit Address of the own record');
    await edit.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText(addressDialogTexts.saved)).toBeVisible();
    await expect(shared).toContainText('Ste 12');
  });

  await test.step('an address is removed', async () => {
    await press(page, 'Edit Evening clinic');
    await edit.getByRole('button', { name: 'Remove' }).click();
    const ask = page.getByRole('dialog', { name: 'Remove this address?' });
    await ask.getByRole('button', { name: 'Remove' }).click();
    await expect(list.getByText('9 N Quince St')).toBeHidden();
  });
});
