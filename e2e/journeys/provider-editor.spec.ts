import { networkTexts } from '@careloop/contracts/directory/network';
import { findSpecialties } from '@careloop/contracts/directory';
import { saveProvider } from '@careloop/contracts/directory/changes';
import type { Page } from '@playwright/test';

import { expectAccessible } from '../support/accessibility.ts';
import { call } from '../support/api.ts';
import { findPatient } from '../support/organization.ts';
import { expect, test } from '../support/test.ts';

const npiNumber = '1000000012';

async function search(page: Page, first: string, last: string) {
  const form = page.getByRole('form', { name: 'Find provider' });
  await form.getByLabel('First name').fill(first);
  await form.getByLabel('Last name').fill(last);
  await form.getByRole('button', { name: 'Search' }).click();
}

const shortDate = (at: Date) => `${at.getMonth() + 1}/${at.getDate()}/${at.getFullYear()}`;

test('a coordinator finds, adds and edits a provider', async ({ openAs }) => {
  const page = await openAs('coordinator');
  await page.goto('/provider/Providers');
  await expect(page.getByRole('heading', { name: 'Is the provider in the directory already?' })).toBeVisible();
  await expectAccessible(page, 'Add/Find Provider');

  // An existing provider.
  await search(page, 'anj', 'pat');
  await page.getByRole('button', { name: /Patel, Anjali.*Edit Provider Info/ }).click();
  const editor = page.getByRole('dialog', { name: 'Edit Info' });
  await expect(editor.getByLabel('NPI number')).toHaveAttribute('readonly');
  await expectAccessible(page, 'the provider editor');
  await editor.getByLabel('Degree').fill('MD, FACC');
  await editor.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Provider saved successfully')).toBeVisible();
  await expect(page.getByRole('button', { name: /Patel, Anjali, MD, FACC/ })).toBeVisible();

  // A provider who does not exist yet.
  await search(page, 'Zelda', 'Nobody');
  await expect(page.getByText('No matches found.')).toBeVisible();
  await page.getByRole('form', { name: 'Find provider' }).getByLabel('NPI number').fill(npiNumber);
  await page.getByRole('button', { name: 'Create New Provider' }).click();
  const creating = page.getByRole('dialog', { name: 'Create New Provider' });
  await expect(creating.getByLabel('Last name')).toHaveValue('Nobody');
  await expectAccessible(page, 'the form for a new provider');
  await creating.getByRole('combobox', { name: 'Specialty' }).click();
  await page.getByRole('option', { name: 'Dermatology' }).click();
  await creating.getByRole('button', { name: 'Save' }).click();
  await expect(creating).toBeHidden();
  await expect(editor).toBeHidden();
  await page.getByRole('button', { name: 'Show' }).click();
  await expect(editor.getByLabel('Last name')).toHaveValue('Nobody');
  await editor.getByLabel('Public notes').fill('Sees patients on Tuesdays.');
  await editor.getByRole('button', { name: 'Save' }).click();
  await expect(editor).toBeHidden();
});

test('an editor maintains the network of a provider, and the advanced search follows it', async ({ openAs }) => {
  const page = await openAs('coordinator');
  const { specialties } = await call(page.request, findSpecialties, { searchTerm: 'Dermatology' });
  await call(page.request, saveProvider, {
    firstName: 'Zora',
    lastName: 'Netherby',
    npiNumber: '1000000020',
    healthcareProviderSpecialtyId: specialties[0]?.healthcareProviderSpecialtyId ?? 0,
    addresses: [{ address1: '9 Elm Street', city: 'Worcester', state: 'MA', zipcode: '01608' }],
  });

  await page.goto('/provider/Providers');
  await search(page, 'Zora', 'Netherby');
  await page.getByRole('button', { name: /Netherby, Zora/ }).click();
  const editor = page.getByRole('dialog', { name: 'Edit Info' });
  await editor.getByRole('button', { name: 'Edit network' }).click();
  const network = page.getByRole('dialog', { name: 'Network of Zora Netherby' });
  await test.step('affiliations, recommendations, plans and on-call times are saved', async () => {
    await network.getByRole('combobox', { name: /^Affiliations with/ }).click();
    await page.getByRole('option', { name: 'Bay Colony Core' }).click();
    await page.getByRole('option', { name: 'Community' }).click();
    await network.getByRole('radio', { name: 'Community (not preferred)' }).click();
    await network.getByRole('combobox', { name: 'Providers who prefer this one' }).fill('Nguyen');
    await page.getByRole('option', { name: 'Nguyen, Linh' }).click();
    await network.getByRole('combobox', { name: 'Carrier' }).click();
    await page.getByRole('option', { name: 'Old Harbor Health Plan' }).click();
    await network.getByRole('button', { name: 'Add all plans' }).click();
    await expect(network.getByText('Old Harbor Health Plan — Harbor Advantage')).toBeVisible();

    await network.getByRole('button', { name: 'Add period' }).click();
    const period = page.getByRole('dialog', { name: 'Add on-call period' });
    const now = Date.now();
    const day = 24 * 3_600_000;
    await period.getByLabel('End, date').fill(shortDate(new Date(now - day)));
    await period.getByLabel('End, time').fill('8:00 AM');
    await period.getByLabel('Start, date').focus();
    await expect(period.getByText('The end must be in the future.')).toBeVisible();
    await period.getByLabel('Start, date').fill(shortDate(new Date(now - day)));
    await period.getByLabel('Start, time').fill('8:00 AM');
    await period.getByLabel('End, time').fill('8:00 AM');
    await period.getByLabel('End, date').fill(shortDate(new Date(now + 2 * day)));
    await period.getByLabel('Start, date').fill(shortDate(new Date(now + 3 * day)));
    await period.getByLabel('End, date').focus();
    await expect(period.getByText(networkTexts.endBeforeStart)).toBeVisible();
    await period.getByLabel('Start, date').fill(shortDate(new Date(now - day)));
    await expect(period.getByText(networkTexts.endBeforeStart)).toBeHidden();
    await expectAccessible(page, 'an on-call period');
    await period.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(network.getByRole('region', { name: 'On call' })).toContainText('Now');
    await network.getByRole('radio', { name: 'No', exact: true }).click();
    await expectAccessible(page, 'the network of a provider');
    await network.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Network saved')).toBeVisible();
    await expect(network).toBeHidden();
    await expect(editor.getByText('Community (primary), Bay Colony Core')).toBeVisible();
  });

  await test.step('the advanced search finds the provider by each of them, on call', async () => {
    await page.goto(`/provider/Patient/${(await findPatient(page, 'Wu')).patientId}`);
    await page.getByRole('button', { name: 'Find a provider' }).click();
    const dialog = page.getByRole('dialog', { name: 'Advanced Provider Search' });
    await dialog.getByLabel('Preferred By').fill('Nguyen');
    await page.getByRole('option', { name: 'Nguyen, Linh' }).click();
    for (const [label, option] of [
      ['Affiliation', 'Community'],
      ['Carrier', 'Old Harbor Health Plan'],
    ] as const) {
      await dialog.getByRole('combobox', { name: label, exact: true }).click();
      await page.getByRole('option', { name: option }).click();
    }
    await dialog.getByRole('button', { name: 'Search', exact: true }).click();
    const row = dialog.getByRole('region', { name: 'Providers' }).getByRole('row').filter({ hasText: 'Netherby' });
    await expect(row).toContainText('On call');
    await expect(row).toContainText('Community');
  });
});
