import type { Page } from '@playwright/test';

import { expectAccessible } from '../support/accessibility.ts';
import { expect, test } from '../support/test.ts';

const rowsOf = (page: Page) => page.getByRole('region', { name: 'Patients' }).locator('tbody').getByRole('row');

test('a coordinator narrows, sorts and saves the list, and keeps favorites', async ({ openAs }) => {
  const page = await openAs('coordinator');
  await page.goto('/provider/Patients');
  const total = page.getByRole('status').filter({ hasText: /^\d+ patients$/ });
  await expect(total).toBeVisible();
  const all = Number((await total.textContent())?.split(' ')[0]);

  // Oldest first, then youngest first.
  await page.getByRole('button', { name: 'Date of birth' }).click();
  await expect(page.getByRole('columnheader', { name: 'Date of birth' })).toHaveAttribute('aria-sort', 'ascending');
  await expect(rowsOf(page).first()).toContainText('KACZMAREK');
  await page.getByRole('button', { name: 'Date of birth' }).click();
  await expect(page.getByRole('columnheader', { name: 'Date of birth' })).toHaveAttribute('aria-sort', 'descending');
  await expect(rowsOf(page).first()).not.toContainText('KACZMAREK');

  // One filter after another; the count matches the rows.
  await page.getByText('Open referrals', { exact: true }).first().click();
  await expect(page).toHaveURL(/hasOpenReferrals=true/);
  await expect(total).not.toHaveText(`${all} patients`);
  await page.getByRole('combobox', { name: 'Population' }).click();
  await page.getByRole('option', { name: 'Annual wellness visit' }).click();
  await expect(page.getByRole('button', { name: 'Reset filters (2)' })).toBeVisible();
  await expect(rowsOf(page).filter({ hasText: 'KACZMAREK' })).toBeVisible();
  const isCounted = async () => (await total.textContent()) === `${await rowsOf(page).count()} patients`;
  await expect.poll(isCounted).toBe(true);

  // The view is saved under a name and restored after a reset.
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'Save this view' }).click();
  const saving = page.getByRole('dialog', { name: 'Save this view' });
  await saving.getByLabel('Name').fill('Wellness with referrals');
  await expectAccessible(page, 'the dialog for a view');
  await saving.getByRole('button', { name: 'Save' }).click();
  await expect(saving).toBeHidden();
  await page.getByRole('button', { name: 'Reset filters (2)' }).click();
  await expect(page).not.toHaveURL(/populationId/);
  await page.getByRole('button', { name: 'Views' }).click();
  await expect(page.getByRole('menuitem', { name: 'Discharged, to call', exact: true })).toBeVisible();
  await page.getByRole('menuitem', { name: 'Wellness with referrals', exact: true }).click();
  await expect(page).toHaveURL(/populationId=\d+/);
  await expect(page).toHaveURL(/sortBy=dateOfBirth/);
  await page.getByRole('button', { name: 'Reset filters (2)' }).click();

  // A favorite is marked in the list and on the banner.
  await page.getByRole('searchbox', { name: 'Search patients' }).fill('chen, r');
  const star = page.getByRole('button', { name: 'Favorite: CHEN, Robert' });
  await expect(star).toHaveAttribute('aria-pressed', 'false');
  await star.click();
  await expect(star).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('link', { name: 'CHEN, Robert' }).click();
  await expect(page.getByRole('button', { name: 'Favorite: CHEN, Robert' })).toHaveAttribute('aria-pressed', 'true');
  await page.goto('/provider/Patients?isFavorite=true');
  await expect(rowsOf(page).filter({ hasText: 'CHEN, Robert' })).toBeVisible();
  await expect(
    page.getByRole('navigation', { name: 'Recently viewed' }).getByRole('link', { name: 'CHEN, Robert' }),
  ).toBeVisible();
});

test('a population is defined, and shown on its patients', async ({ openAs }) => {
  const page = await openAs('coordinator');
  await page.goto('/provider/Patients');
  await page.getByRole('button', { name: 'Populations' }).click();
  await expect(page.getByRole('list', { name: 'Populations' }).getByText('Diabetes registry')).toBeVisible();
  await expectAccessible(page, 'the populations');
  await page.getByRole('button', { name: 'New population' }).click();
  const form = page.getByRole('dialog', { name: 'New population' });
  await form.getByLabel('Name').fill('Children');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText('Choose a condition, an age or a facility')).toBeVisible();
  await form.getByLabel('Age to').fill('17');
  await expectAccessible(page, 'the form of a population');
  await form.getByRole('button', { name: 'Save' }).click();
  await page
    .getByRole('dialog', { name: 'Populations' })
    .getByRole('button', { name: 'Close', exact: true })
    .last()
    .click();
  await page.getByRole('combobox', { name: 'Population' }).click();
  await page.getByRole('option', { name: 'Children' }).click();
  await expect(rowsOf(page).filter({ hasText: 'BERGSTRÖM, Noah' })).toBeVisible();
  await page.getByRole('link', { name: 'BERGSTRÖM, Noah' }).click();
  await expect(page.getByRole('list', { name: 'Populations' }).getByRole('link', { name: 'Children' })).toBeVisible();
});

test('a provider finds a patient beyond the list, and adds one who is not on file', async ({ openAs }) => {
  const page = await openAs('drpatel');
  await page.goto('/provider/Patients');
  await page.getByRole('link', { name: 'Find patient' }).click();
  await expect(page.getByText('Who are you looking for?')).toBeVisible();
  const search = page.getByRole('searchbox', { name: 'Find patient' });
  await search.fill('zzyzx');
  await expect(page.getByText('No patient found')).toBeVisible();
  // Misspelled, but phonetically similar.
  await search.fill('Bergstrum, Noa');
  const found = page.getByRole('region', { name: 'Patients found' });
  const row = found.getByRole('row', { name: /BERGSTRÖM, Noah/ });
  await expect(row).toContainText('2019');
  await expect(row).not.toContainText('BC0199199');
  await expect(row.getByRole('button', { name: /^Request access/ })).toBeVisible();
  await expectAccessible(page, 'Find patient');

  await page.getByRole('link', { name: 'Add patient' }).click();
  const form = page.getByRole('form', { name: 'Add patient' });
  await form.getByRole('button', { name: 'Add patient' }).click();
  await expect(form.getByText('First name is required')).toBeVisible();
  await form.getByLabel('First name').fill('Noa');
  await form.getByLabel('Last name').fill('Bergstrom');
  await form.getByLabel('Date of birth').fill('4/10/2019');
  await form.getByRole('combobox', { name: 'Gender' }).click();
  await page.getByRole('option', { name: 'Male', exact: true }).click();
  await form.getByLabel('MRN').fill('BC0199199');
  await expectAccessible(page, 'the form of a patient');
  await form.getByRole('button', { name: 'Add patient' }).click();

  // The MRN is already in use: saving is refused until it is corrected.
  const dialog = page.getByRole('dialog', { name: 'Is this patient already on file?' });
  await expect(dialog.getByText('Another patient of this client has this MRN.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Save as a new patient' })).toBeDisabled();
  await dialog.getByRole('button', { name: 'Back to the form' }).click();
  await form.getByLabel('MRN').fill('BC7700001');
  await form.getByRole('button', { name: 'Add patient' }).click();

  const comparison = dialog.getByRole('table', { name: 'Comparison' });
  await expect(comparison.getByRole('columnheader', { name: 'Possibly the same' })).toBeVisible();
  await expect(comparison.getByRole('row', { name: /^Name/ })).toContainText('BERGSTRÖM, Noah');
  await expectAccessible(page, 'the candidates');
  await dialog
    .getByLabel('Why this is a different person')
    .fill('His cousin, born the same day; both parents were here.');
  await dialog.getByRole('button', { name: 'Save as a new patient' }).click();
  await expect(page.getByRole('heading', { name: 'BERGSTROM, Noa' })).toBeVisible();
  await page.goto('/provider/Patients?searchTerm=BC7700001');
  await expect(rowsOf(page).filter({ hasText: 'BERGSTROM, Noa' })).toBeVisible();
});
