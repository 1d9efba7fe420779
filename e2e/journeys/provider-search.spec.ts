import type { Page } from '@playwright/test';

import { expectAccessible } from '../support/accessibility.ts';
import { findPatient } from '../support/organization.ts';
import { expect, test } from '../support/test.ts';

/** No print window opens in a test. */
const keepPrints = (page: Page) =>
  page
    .context()
    .addInitScript({ content: "window.print = () => document.documentElement.setAttribute('data-printed', 'yes');" });

test('a coordinator finds a provider by filters and practice, books a visit and starts a consultation', async ({
  openAs,
}) => {
  const page = await openAs('coordinator');
  await keepPrints(page);
  const { patientId } = await findPatient(page, 'Lavoie');
  await page.goto(`/provider/Patient/${patientId}`);
  await page.getByRole('button', { name: 'Find a provider' }).click();
  const search = page.getByRole('dialog', { name: 'Advanced Provider Search' });
  const rows = search.getByRole('region', { name: 'Providers' }).locator('tbody tr');

  await test.step('by filters, sorted by distance', async () => {
    await search.getByRole('switch', { name: 'Provider is a PCP' }).click();
    await search.getByLabel('Zip').fill('01605');
    await search.getByRole('button', { name: 'Search', exact: true }).click();
    await expect(rows.first()).toBeVisible();
    await expect(search.getByRole('columnheader', { name: 'Distance' })).toHaveAttribute('aria-sort', 'ascending');
    for (const specialty of await rows.locator('td:nth-child(3)').allTextContents())
      expect(['Family Medicine', 'Internal Medicine']).toContain(specialty);
    await expectAccessible(page, 'the advanced provider search with its results');
    await search.getByRole('button', { name: 'Provider' }).first().click();
    await expect(search.getByRole('columnheader', { name: 'Provider' })).toHaveAttribute('aria-sort', 'ascending');
  });

  await test.step('printed without notes', async () => {
    const opening = page.context().waitForEvent('page');
    await rows
      .getByRole('button', { name: /^More for Washington, Keisha/ })
      .first()
      .click();
    await page.getByRole('menuitem', { name: 'Print without notes' }).click();
    const paper = await opening;
    await expect(paper).toHaveURL(/\/Coordinator\/PrintProvider\/\d+\?shouldShowNotes=0$/);
    await paper.close();
  });

  await test.step('booked for a visit', async () => {
    await rows.filter({ hasText: 'Washington, Keisha' }).getByRole('button', { name: 'New Appt' }).click();
    const form = page.getByRole('dialog', { name: 'New appointment' });
    await expect(form.getByText('Washington, Keisha')).toBeVisible();
    await form.getByLabel('Appointment date').fill('1/15/2020');
    await form.getByLabel('Appointment time').focus();
    await expect(form.getByText('Appointment must be in the future')).toBeVisible();
    await form.getByLabel('Appointment date').fill('1/15/2087');
    await form.getByLabel('Appointment time').fill('9:30 AM');
    await form.getByLabel('Appointment description').fill('Blood pressure follow-up');
    await expectAccessible(page, 'a new appointment');
    await form.getByRole('button', { name: 'Save appointment' }).click();
    await expect(page.getByText('Appointment saved')).toBeVisible();
    await expect(form).toBeHidden();
  });

  await test.step('grouped by practice', async () => {
    await search.getByRole('switch', { name: 'Group by Practice' }).click();
    await search.getByRole('button', { name: 'Search', exact: true }).click();
    await expect(search.getByRole('columnheader').first()).toHaveText('Practice');
    await expect(search.getByText('Elm Park Primary Care').first()).toBeVisible();
  });

  await test.step('asked for a consultation, with a warning because they are not preferred', async () => {
    await search.getByRole('switch', { name: 'Group by Practice' }).click();
    await search.getByRole('switch', { name: 'Provider is a PCP' }).click();
    await search.getByLabel('Provider name or NPI').fill('Gallagher');
    await search.getByRole('button', { name: 'Search', exact: true }).click();
    await search
      .getByRole('button', { name: /^More for Gallagher/ })
      .first()
      .click();
    await page.getByRole('menuitem', { name: 'Request consultation' }).click();
    await page
      .getByRole('dialog', { name: 'Provider is not preferred' })
      .getByRole('button', { name: 'Continue' })
      .click();
    await expect(search).toBeHidden();
    const wizard = page.getByRole('dialog', { name: 'Request Medication Consultation' });
    await expect(wizard.getByText(/^Gallagher, .* does not use this portal$/)).toBeVisible();
    await expect(wizard.getByText('Provider on Care Team')).toBeHidden();
    await wizard.getByRole('button', { name: 'Next Step →' }).click();
    await expect(wizard.getByText('Reason is a required field')).toBeVisible();
  });
});

test('a provider views a colleague on the care team, cannot edit them, and prints the page', async ({ openAs }) => {
  const page = await openAs('drpatel');
  await keepPrints(page);
  const { patientId } = await findPatient(page, 'Chen');
  await page.goto(`/provider/Patient/${patientId}?section=careTeam`);
  const team = page.getByRole('region', { name: 'Care team' });
  const colleague = team.getByRole('row').filter({ hasText: 'Provider ·', hasNotText: 'Patel' }).first();
  const name = colleague.getByRole('button', { name: /^[^,]+, [^,]+$/ });
  const [lastName = ''] = ((await name.textContent()) ?? '').split(',');
  await name.click();
  const view = page.getByRole('dialog', { name: 'View Info' });
  await expect(view.getByRole('heading', { name: new RegExp(lastName) })).toBeVisible();
  await expect(view.getByRole('heading', { name: 'Public notes' })).toBeVisible();
  await expect(view.getByText('Private notes')).toBeHidden();
  await expect(view.getByText('Bay Colony Core')).toBeVisible();
  await expect(view.getByRole('button', { name: 'Edit network' })).toBeHidden();
  await expectAccessible(page, 'the view of a provider');
  const opening = page.context().waitForEvent('page');
  await view.getByRole('button', { name: 'Print' }).click();
  const paper = await opening;
  await expect(paper).toHaveURL(/\/Coordinator\/PrintProvider\/\d+\?shouldShowNotes=1$/);
  await expect(paper.getByRole('heading', { name: new RegExp(lastName) })).toBeVisible();
  await expect(paper.locator('html')).toHaveAttribute('data-printed', 'yes');
  await expectAccessible(paper, 'the page for printing');
});
