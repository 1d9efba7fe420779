import type { Locator, Page } from '@playwright/test';

import { expectAccessible } from '../support/accessibility.ts';
import { findPatient } from '../support/organization.ts';
import { expect, test } from '../support/test.ts';
import { openWizard } from '../support/wizard.ts';

async function openSearch(page: Page, lastName: string): Promise<{ wizard: Locator; search: Locator }> {
  const { patientId } = await findPatient(page, lastName);
  const wizard = await openWizard(page, patientId);
  await wizard.getByRole('button', { name: 'Advanced Provider Search' }).click();
  const search = page.getByRole('dialog', { name: 'Advanced Provider Search' });
  await expect(search.getByText('Welcome!')).toBeVisible();
  return { wizard, search };
}

const rowsOf = (search: Locator) => search.getByRole('region', { name: 'Providers' }).locator('tbody tr');

async function expectSorted(search: Locator, column: string, direction: 'ascending' | 'descending'): Promise<void> {
  await expect(search.getByRole('columnheader', { name: column })).toHaveAttribute('aria-sort', direction);
}

test('a coordinator finds a provider by filters, distance and order, and books a visit', async ({ openAs }) => {
  const page = await openAs('coordinator');
  const { search } = await openSearch(page, 'Lavoie');
  await expectAccessible(page, 'the advanced provider search before a search');

  await search.getByLabel('Provider name or NPI').fill('nobody of this name');
  await search.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(search.getByText('No providers were found.')).toBeVisible();
  await search.getByRole('button', { name: 'Add/Find Provider' }).click();
  const find = page.getByRole('dialog', { name: 'Add/Find Provider' });
  await find.getByLabel('First name').fill('Keisha');
  await find.getByLabel('Last name').fill('Washington');
  await find.getByLabel('Last name').press('Enter');
  await expect(find.getByRole('list', { name: 'Matching providers' })).toContainText('Bay Colony');
  await find.getByRole('button', { name: 'Close' }).click();

  await search.getByLabel('Provider name or NPI').fill('');
  await search.getByRole('switch', { name: 'Provider is a PCP' }).click();
  await search.getByRole('button', { name: 'Search', exact: true }).click();
  const rows = rowsOf(search);
  await expect(rows.first()).toBeVisible();
  await expectSorted(search, 'Distance', 'ascending');
  for (const specialty of await rows.locator('td:nth-child(3)').allTextContents())
    expect(['Family Medicine', 'Internal Medicine']).toContain(specialty);
  await expectAccessible(page, 'the advanced provider search with its results');

  // A newly selected column sorts ascending, affiliation and enrollment descending.
  await search.getByRole('button', { name: 'Provider' }).first().click();
  await expectSorted(search, 'Provider', 'ascending');
  await search.getByRole('button', { name: 'Affiliation' }).click();
  await expectSorted(search, 'Affiliation', 'descending');

  await search.getByLabel('Zip').fill('00000');
  await search.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(search.getByText('This ZIP code does not exist.').first()).toBeVisible();
  await search.getByLabel('Zip').fill('01605');
  await search.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(rows.first()).toBeVisible();

  const washington = rows.filter({ hasText: 'Washington, Keisha' });
  for (const [item, query] of [
    ['Print', 'shouldShowNotes=1'],
    ['Print without notes', 'shouldShowNotes=0'],
  ] as const) {
    const printed = page.context().waitForEvent('page');
    await washington.getByRole('button', { name: /^More for Washington, Keisha/ }).click();
    await page.getByRole('menuitem', { name: item, exact: true }).click();
    const paper = await printed;
    await expect(paper).toHaveURL(new RegExp(`/Coordinator/PrintProvider/\\d+\\?${query}$`));
    await expect(paper.getByRole('heading', { name: 'Physician Information' })).toBeVisible();
    await paper.close();
  }

  await washington.getByRole('button', { name: 'New Appt' }).click();
  const form = page.getByRole('dialog', { name: 'New appointment' });
  await expect(form.getByText('Washington, Keisha')).toBeVisible();
  await expectAccessible(page, 'a new appointment');
  await form.getByRole('button', { name: 'Save appointment' }).click();
  await expect(form.getByText('Appointment date is required')).toBeVisible();
  await form.getByLabel('Appointment date').fill('1/15/2087');
  await form.getByLabel('Appointment time').fill('9:30 AM');
  await form.getByLabel('Appointment description').fill('Blood pressure follow-up');
  await form.getByRole('button', { name: 'Save appointment' }).click();
  await expect(page.getByText('Appointment saved')).toBeVisible();
  await expect(form).toBeHidden();
});

test('selecting a provider outside the preferred affiliations asks for confirmation', async ({ openAs }) => {
  const page = await openAs('coordinator');
  const { wizard, search } = await openSearch(page, 'Mohamed');
  await search.getByLabel('Provider name or NPI').fill('Gallagher');
  await search.getByRole('button', { name: 'Search', exact: true }).click();
  const provider = search.getByRole('button', { name: 'Gallagher, Kevin, DPT' }).first();
  await provider.click();
  const question = page.getByRole('dialog', { name: 'Provider is not preferred' });
  await expect(
    question.getByText(
      'This provider is not a/an Bay Colony Core or Bay Colony Affiliate specialist. Are you sure you want to continue?',
    ),
  ).toBeVisible();
  await question.getByRole('button', { name: 'Choose another provider' }).click();
  await expect(search).toBeVisible();
  await provider.click();
  await question.getByRole('button', { name: 'Continue' }).click();
  await expect(search).toBeHidden();
  await expect(wizard.getByRole('button', { name: 'Change provider' })).toBeVisible();
  await expect(wizard.getByText('Gallagher, Kevin, DPT')).toBeVisible();
});

test('practices group their providers', async ({ openAs }) => {
  const page = await openAs('coordinator');
  const { search } = await openSearch(page, 'Lavoie');
  await search.getByRole('switch', { name: 'Group by Practice' }).click();
  await search.getByRole('button', { name: 'Search', exact: true }).click();
  const rows = rowsOf(search);
  await expect(rows.first()).toBeVisible();
  await expect(search.getByRole('columnheader').first()).toHaveText('Practice');
  expect(await search.getByText('Elm Park Primary Care').count()).toBeGreaterThan(1);
});

test('a provider views another provider from the search, without any edit button', async ({ openAs }) => {
  const page = await openAs('drpatel');
  const { search } = await openSearch(page, 'Chen');
  await search.getByLabel('Provider name or NPI').fill('Gallagher');
  await search.getByRole('button', { name: 'Search', exact: true }).click();
  const more = rowsOf(search).getByRole('button', { name: 'More for Gallagher, Kevin' }).first();
  await more.click();
  await expect(search.getByRole('button', { name: /^edit / })).toBeHidden();
  await page.getByRole('menuitem', { name: 'View info' }).click();
  const view = page.getByRole('dialog', { name: 'View Info' });
  await expect(view.getByRole('heading', { name: /Gallagher/ })).toBeVisible();
  await expect(view.getByText('Private notes')).toBeHidden();
  await expect(view.getByRole('textbox')).toHaveCount(0);
  await expectAccessible(page, 'a provider read from the advanced search');
  await view.getByRole('button', { name: 'Close' }).last().click();
  await expect(view).toBeHidden();
  // The search is unchanged, with its rows.
  await expect(more).toBeVisible();
});
