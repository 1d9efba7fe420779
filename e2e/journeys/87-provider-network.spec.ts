import { findSpecialties } from '@careloop/contracts/directory';
import { getProviderNetwork, saveProviderNetwork } from '@careloop/contracts/directory/network';
import { saveProvider } from '@careloop/contracts/directory/providers';
import type { Page } from '@playwright/test';

import { expectAccessible } from '../support/accessibility.ts';
import { call } from '../support/api.ts';
import { findPatient } from '../support/organization.ts';
import { expect, test } from '../support/test.ts';
import { chooseReferrer, openWizard } from '../support/wizard.ts';

/** Adds a provider of the coordinator's client, without any network. */
async function addProvider({ request }: Page, lastName: string, npiNumber: string): Promise<number> {
  const { specialties } = await call(request, findSpecialties, { searchTerm: 'Dermatology' });
  const place = { address1: '9 Elm Street', city: 'Worcester', state: 'MA', zipcode: '01608' };
  const { healthcareProviderId } = await call(request, saveProvider, {
    firstName: 'Zora',
    lastName,
    npiNumber,
    healthcareProviderSpecialtyId: specialties[0]?.healthcareProviderSpecialtyId ?? 0,
    addresses: [place],
  });
  return healthcareProviderId;
}

async function openNetwork(page: Page, lastName: string) {
  await page.goto('/provider/Providers');
  const form = page.getByRole('form', { name: 'Find provider' });
  await form.getByLabel('First name').fill('Zora');
  await form.getByLabel('Last name').fill(lastName);
  await form.getByRole('button', { name: 'Search' }).click();
  await page.getByRole('button', { name: new RegExp(`${lastName}, Zora`) }).click();
  const editor = page.getByRole('dialog', { name: 'Edit Info' });
  await editor.getByRole('button', { name: 'Edit network' }).click();
  return { editor, network: page.getByRole('dialog', { name: `Network of Zora ${lastName}` }) };
}

const shortDate = (at: Date) => `${at.getMonth() + 1}/${at.getDate()}/${at.getFullYear()}`;

test('an editor maintains the network of a provider, and referrals and the advanced search follow it', async ({
  openAs,
}) => {
  test.slow();
  const page = await openAs('coordinator');
  await addProvider(page, 'Netherby', '1000000020');

  const { editor, network } = await openNetwork(page, 'Netherby');
  await test.step('affiliations, recommendations, plans and on-call times are saved', async () => {
    await network.getByRole('combobox', { name: /^Affiliations with/ }).click();
    await page.getByRole('option', { name: 'Bay Colony Core' }).click();
    await page.getByRole('option', { name: 'Community' }).click();
    await expect(network.getByRole('radio', { name: 'Bay Colony Core (preferred)' })).toBeChecked();
    await network.getByRole('radio', { name: 'Community (not preferred)' }).click();
    await network.getByRole('combobox', { name: 'Providers who prefer this one' }).fill('Nguyen');
    await page.getByRole('option', { name: 'Nguyen, Linh' }).click();
    await network.getByRole('combobox', { name: 'Carrier' }).click();
    await page.getByRole('option', { name: 'Old Harbor Health Plan' }).click();
    await network.getByRole('button', { name: 'Add all plans' }).click();
    await expect(network.getByText('Old Harbor Health Plan — Harbor Advantage')).toBeVisible();
    await expect(network.getByRole('button', { name: 'Add all plans' })).toBeDisabled();

    await network.getByRole('button', { name: 'Add period' }).click();
    const period = page.getByRole('dialog', { name: 'Add on-call period' });
    const now = Date.now();
    const day = 24 * 3_600_000;
    await period.getByLabel('Start, date').fill(shortDate(new Date(now - day)));
    await period.getByLabel('Start, time').fill('8:00 AM');
    await period.getByLabel('End, date').fill(shortDate(new Date(now - 2 * day)));
    await period.getByLabel('End, time').fill('8:00 AM');
    await period.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(period.getByText('The end must be after the start.')).toBeVisible();
    await expectAccessible(page, 'an on-call period');
    await period.getByLabel('End, date').fill(shortDate(new Date(now + 2 * day)));
    await period.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(network.getByRole('region', { name: 'On call' })).toContainText('Now');
    await network.getByRole('radio', { name: 'No', exact: true }).click();
    await expectAccessible(page, 'the network of a provider');
    await network.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Network saved')).toBeVisible();
    await expect(network).toBeHidden();
    await expect(editor.getByText('Community (primary), Bay Colony Core')).toBeVisible();
    await expectAccessible(page, 'the provider editor with the network');
  });

  await test.step('a referral then requires a reason', async () => {
    const wizard = await openWizard(page, (await findPatient(page, 'Wu')).patientId);
    await chooseReferrer(wizard, 'Nguyen, Linh');
    await wizard.getByRole('searchbox', { name: 'Provider name' }).fill('Netherby');
    await wizard.getByRole('button', { name: 'Netherby' }).click();
    const question = page.getByRole('dialog', { name: 'Provider is not preferred' });
    await question.getByRole('button', { name: 'Continue' }).click();
    const callout = wizard.getByRole('status').filter({ hasText: 'Not in the preferred network.' });
    await callout.getByLabel('Reason').click();
    await expect(page.getByRole('option')).toHaveText([
      'Established Physician',
      'Patient Preference',
      'Physician Directed',
    ]);
    await page.keyboard.press('Escape');
    await wizard.getByRole('button', { name: 'Change provider' }).click();
    await wizard.getByRole('button', { name: 'Advanced Provider Search' }).click();
  });

  await test.step('the advanced search finds the provider by each of them, on call', async () => {
    const search = page.getByRole('dialog', { name: 'Advanced Provider Search' });
    await search.getByLabel('Preferred By').fill('Nguyen');
    await page.getByRole('option', { name: 'Nguyen, Linh' }).click();
    for (const [label, option] of [
      ['Affiliation', 'Community'],
      ['Carrier', 'Old Harbor Health Plan'],
    ] as const) {
      await search.getByRole('combobox', { name: label, exact: true }).click();
      await page.getByRole('option', { name: option }).click();
    }
    await search.getByRole('button', { name: 'Search', exact: true }).click();
    const row = search.getByRole('region', { name: 'Providers' }).getByRole('row').filter({ hasText: 'Netherby' });
    await expect(row).toContainText('On call');
    await expect(row).toContainText('Community');
  });
});

test('the second of two editors keeps what they changed and sees the other changes', async ({ openAs }) => {
  const page = await openAs('coordinator');
  const healthcareProviderId = await addProvider(page, 'Twofold', '1000000038');
  const { network } = await openNetwork(page, 'Twofold');
  await network.getByRole('radio', { name: 'Yes', exact: true }).click();
  const { options } = await call(page.request, getProviderNetwork, { healthcareProviderId });
  const tier = options?.clients[0]?.tiers[0];
  const affiliations = [{ affiliationTierId: tier?.affiliationTierId ?? 0 }];
  const other = await openAs('admin');
  await call(other.request, saveProviderNetwork, { healthcareProviderId, networkVersion: 1, affiliations });
  await network.getByRole('button', { name: 'Save' }).click();
  await expect(network.getByText('Changed: Affiliations.')).toBeVisible();
  await expect(network.getByText(tier?.name ?? '')).toBeVisible();
  await expect(network.getByRole('radio', { name: 'Yes', exact: true })).toBeChecked();
  await network.getByRole('button', { name: 'Save' }).click();
  await expect(network).toBeHidden();
  expect(await call(page.request, getProviderNetwork, { healthcareProviderId })).toMatchObject({
    affiliations: [{ name: tier?.name, isPrimary: true }],
    isEmployed: true,
  });
});

test('a user who may not edit sees the network, read-only', async ({ openAs }) => {
  const page = await openAs('drpatel');
  const { patientId } = await findPatient(page, 'Chen');
  const wizard = await openWizard(page, patientId);
  await wizard.getByRole('button', { name: 'Advanced Provider Search' }).click();
  const search = page.getByRole('dialog', { name: 'Advanced Provider Search' });
  await search.getByLabel('Provider name or NPI').fill('Thornton');
  await search.getByRole('button', { name: 'Search', exact: true }).click();
  await search.getByRole('button', { name: 'More for Thornton' }).first().click();
  await page.getByRole('menuitem', { name: 'View info' }).click();
  const view = page.getByRole('dialog', { name: 'View Info' });
  await expect(view.getByText('Bay Colony Core')).toBeVisible();
  await expect(view.getByText('Now', { exact: true })).toBeVisible();
  await expect(view.getByRole('button', { name: 'Edit network' })).toBeHidden();
  await expectAccessible(page, 'the network of a provider, read-only');
});
