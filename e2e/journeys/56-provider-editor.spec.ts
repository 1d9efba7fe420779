import type { Page } from '@playwright/test';

import { expectAccessible } from '../support/accessibility.ts';
import { expect, test } from '../support/test.ts';

const npiNumber = '1000000012';

async function search(page: Page, values: { first: string; last: string; npi?: string }) {
  const form = page.getByRole('form', { name: 'Find provider' });
  await form.getByLabel('First name').fill(values.first);
  await form.getByLabel('Last name').fill(values.last);
  await form.getByLabel('NPI number').fill(values.npi ?? '');
  await form.getByRole('button', { name: 'Search' }).click();
}

test('a coordinator finds, adds and edits a provider, also after another editor', async ({ openAs }) => {
  const page = await openAs('coordinator');
  await page.goto('/provider/Providers');
  await expect(page.getByRole('heading', { name: 'Is the provider in the directory already?' })).toBeVisible();
  await expectAccessible(page, 'Add/Find Provider');
  await search(page, { first: '', last: '' });
  await expect(page.getByText('First name is required')).toBeVisible();
  await expect(page.getByText('Last name is required')).toBeVisible();

  // An existing provider.
  await search(page, { first: 'anj', last: 'pat' });
  await page.getByRole('button', { name: /Patel, Anjali.*Edit Provider Info/ }).click();
  const editor = page.getByRole('dialog', { name: 'Edit Info' });
  await expect(editor.getByLabel('NPI number')).toBeDisabled();
  await expectAccessible(page, 'the provider editor');
  await editor.getByLabel('Degree').fill('MD, FACC');
  await editor.getByRole('button', { name: 'Cancel' }).click();
  const leaving = page.getByRole('dialog', {
    name: 'All unsaved changes will be lost. Are you sure you want to proceed?',
  });
  await leaving.getByRole('button', { name: 'No' }).click();
  await editor.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Provider saved successfully')).toBeVisible();
  await expect(page.getByRole('button', { name: /Patel, Anjali, MD, FACC/ })).toBeVisible();

  // A provider who does not exist yet.
  await search(page, { first: 'Zelda', last: 'Nobody' });
  await expect(page.getByText('No matches found.')).toBeVisible();
  await page.getByRole('button', { name: 'Create New Provider' }).click();
  await expect(page.getByText('NPI number is required')).toBeVisible();
  await page.getByRole('form', { name: 'Find provider' }).getByLabel('NPI number').fill(npiNumber);
  await page.getByRole('button', { name: 'Create New Provider' }).click();
  const creating = page.getByRole('dialog', { name: 'Create New Provider' });
  await expect(creating.getByLabel('Last name')).toHaveValue('Nobody');
  await expectAccessible(page, 'the form for a new provider');
  await creating.getByRole('button', { name: 'Save' }).click();
  await expect(creating.getByText('Specialty is required')).toBeVisible();
  await creating.getByRole('combobox', { name: 'Specialty' }).click();
  await page.getByRole('option', { name: 'Dermatology' }).click();
  await creating.getByRole('button', { name: 'Save' }).click();
  await expect(creating).toBeHidden();
  await expect(editor.getByLabel('Last name')).toHaveValue('Nobody');

  // The administrator changes the same provider in the meantime.
  const other = await openAs('admin');
  await other.goto('/provider/Providers');
  await search(other, { first: 'Somebody', last: 'Else', npi: npiNumber });
  await expect(other.getByRole('heading', { name: 'This NPI number is in the directory' })).toBeVisible();
  await expect(other.getByRole('button', { name: 'Create New Provider' })).toBeHidden();
  await other.getByRole('button', { name: /Nobody, Zelda/ }).click();
  const second = other.getByRole('dialog', { name: 'Edit Info' });
  await second.getByLabel('License number').fill('MA-204817');
  await second.getByRole('button', { name: 'Save' }).click();
  await expect(second).toBeHidden();
  await editor.getByLabel('Public notes').fill('Sees patients on Tuesdays.');
  await editor.getByRole('button', { name: 'Save' }).click();
  await expect(editor.getByText('saved changes while you were editing')).toBeVisible();
  await expect(editor.getByLabel('License number')).toHaveValue('MA-204817');
  await expect(editor.getByLabel('Public notes')).toHaveValue('Sees patients on Tuesdays.');
  await editor.getByRole('button', { name: 'Save' }).click();
  await expect(editor).toBeHidden();
});
