import type { Locator, Page } from '@playwright/test';

import { expectAccessible } from '../support/accessibility.ts';
import { findPatient } from '../support/organization.ts';
import { expect, test } from '../support/test.ts';
import { openWizard } from '../support/wizard.ts';

async function openTab(admin: Page, tab: 'providerTags' | 'affiliations' | 'insurance'): Promise<void> {
  await admin.goto(`/provider/Lookups?tab=${tab}`);
}

/** Opens the dialog that adds an entry and names it. */
async function startAdding(admin: Page, what: string, name: string): Promise<Locator> {
  await admin.getByRole('button', { name: `Add ${what}` }).click();
  const dialog = admin.getByRole('dialog', { name: `Add ${what}` });
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
  return dialog;
}

async function pick(page: Page, dialog: Locator, label: string, option: string): Promise<void> {
  await dialog.getByRole('combobox', { name: label, exact: true }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

async function openSearch(page: Page): Promise<Locator> {
  const { patientId } = await findPatient(page, 'Lavoie');
  const wizard = await openWizard(page, patientId);
  await wizard.getByRole('button', { name: 'Advanced Provider Search' }).click();
  const search = page.getByRole('dialog', { name: 'Advanced Provider Search' });
  await expect(search.getByText('Welcome!')).toBeVisible();
  return search;
}

async function openNewInsurance(page: Page): Promise<Locator> {
  const { patientId } = await findPatient(page, 'Mohamed');
  await page.goto(`/provider/Patient/${patientId}?section=demographics`);
  await page.getByRole('button', { name: 'Add insurance' }).click();
  return page.getByRole('dialog', { name: 'Add insurance' });
}

test('what an administrator adds is offered to users, and no longer once it is archived', async ({ openAs }) => {
  const admin = await openAs('admin');
  await openTab(admin, 'providerTags');
  await expect(admin.getByRole('region', { name: 'provider tags' })).toBeVisible();
  await expectAccessible(admin, 'provider tags');
  const tag = await startAdding(admin, 'provider tag', 'telehealth VISITS');
  await tag.getByRole('button', { name: 'Add provider tag' }).click();
  await expect(tag.getByText('There is already an entry with this name. It may be archived.')).toBeVisible();
  await tag.getByRole('textbox', { name: 'Name' }).fill('Weekend clinic');
  await tag.getByRole('button', { name: 'Add provider tag' }).click();
  await expect(admin.getByRole('link', { name: 'Weekend clinic' })).toBeVisible();

  await openTab(admin, 'affiliations');
  await expect(admin.getByRole('row', { name: /Community.*Not in the preferred network/ })).toBeVisible();
  await expectAccessible(admin, 'affiliations');
  const asking = await startAdding(admin, 'affiliation', 'Harbor Visiting');
  await asking.getByRole('checkbox', { name: 'Ask for a reason' }).check();
  await asking.getByRole('textbox', { name: 'Warning message' }).fill('Visits on Fridays only');
  await asking.getByRole('textbox', { name: 'Order' }).fill('1000');
  await asking.getByRole('button', { name: 'Add affiliation' }).click();
  await expect(asking.getByText('Order must be a whole number from 0 to 999')).toBeVisible();
  await expectAccessible(admin, 'a new affiliation with an error');
  await asking.getByRole('textbox', { name: 'Order' }).fill('');
  await asking.getByRole('button', { name: 'Add affiliation' }).click();
  await expect(admin.getByRole('link', { name: 'Harbor Visiting' })).toBeVisible();
  const preferred = await startAdding(admin, 'affiliation', 'Harbor Core');
  await preferred.getByRole('checkbox', { name: 'Preferred' }).check();
  await expect(preferred.getByRole('checkbox', { name: 'Ask for a reason' })).toBeHidden();
  await preferred.getByRole('button', { name: 'Add affiliation' }).click();
  await expect(admin.getByRole('link', { name: 'Harbor Core' })).toBeVisible();

  await openTab(admin, 'insurance');
  await expect(admin.getByRole('link', { name: 'Commonwealth Mutual' })).toBeVisible();
  await expectAccessible(admin, 'carriers');
  const carrier = await startAdding(admin, 'carrier', 'Lighthouse Mutual');
  await carrier.getByRole('button', { name: 'Add carrier' }).click();
  await expect(admin.getByRole('heading', { name: 'Lighthouse Mutual' })).toBeVisible();
  await expect(admin.getByText('No plans yet')).toBeVisible();
  const plan = await startAdding(admin, 'plan', 'Beacon');
  await plan.getByRole('button', { name: 'Add plan' }).click();
  await expect(plan.getByText('Plan type is required')).toBeVisible();
  await pick(admin, plan, 'Plan type', 'PPO');
  await pick(admin, plan, 'Plan sub type', 'Exchange');
  await expectAccessible(admin, 'a new plan');
  await plan.getByRole('button', { name: 'Add plan' }).click();
  await expect(admin.getByRole('row', { name: /Beacon.*PPO.*Exchange.*Offered/ })).toBeVisible();
  await expectAccessible(admin, 'plans of a carrier');

  const user = await openAs('coordinator');
  const search = await openSearch(user);
  await pick(user, search, 'Carrier', 'Lighthouse Mutual');
  await pick(user, search, 'Affiliation', 'Harbor Core');
  await pick(user, search, 'Provider Tags', 'Weekend clinic');
  await search.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(search.getByText('No providers were found.')).toBeVisible();
  const insurance = await openNewInsurance(user);
  await insurance.getByLabel('Plan', { exact: true }).fill('lighthouse');
  await user.getByRole('option', { name: 'Lighthouse Mutual, Beacon (PPO, Exchange)' }).click();
  await insurance.getByRole('button', { name: 'Save' }).click();
  await expect(user.getByText('Insurance saved')).toBeVisible();

  // Reload and Back keep the carrier and its form.
  await admin.getByRole('button', { name: 'Edit carrier' }).click();
  await admin.reload();
  const edited = admin.getByRole('dialog', { name: 'Lighthouse Mutual' });
  await edited.getByRole('button', { name: 'Archive' }).click();
  await expect(admin.getByText('This carrier is archived, so none of its plans is offered.')).toBeVisible();
  await expectAccessible(admin, 'an archived carrier');
  const { patientId } = await findPatient(user, 'Mohamed');
  await user.goto(`/provider/Patient/${patientId}?section=demographics`);
  await expect(user.getByText('Lighthouse Mutual, Beacon (PPO, Exchange)')).toBeVisible();
  await user.getByRole('button', { name: 'Add insurance' }).click();
  await insurance.getByLabel('Plan', { exact: true }).fill('lighthouse');
  await expect(user.getByText('No options found')).toBeVisible();
});

test('two administrators edit one affiliation', async ({ openAs }) => {
  const [one, other] = [await openAs('admin'), await openAs('admin')];
  for (const page of [one, other]) {
    await openTab(page, 'affiliations');
    await page.getByRole('link', { name: 'Community' }).click();
  }
  const dialog = (page: Page) => page.getByRole('dialog', { name: 'Community' });
  await dialog(one).getByRole('textbox', { name: 'Warning message' }).fill('Outside of the network');
  await dialog(one).getByRole('button', { name: 'Save' }).click();
  await expect(one.getByText('Entry saved successfully')).toBeVisible();
  await dialog(other).getByRole('textbox', { name: 'Order' }).fill('9');
  await dialog(other).getByRole('button', { name: 'Save' }).click();
  await expect(dialog(other).getByText('Changed: Warning message.')).toBeVisible();
  await expectAccessible(other, 'an affiliation that somebody else changed');
  await dialog(other).getByRole('button', { name: 'Save' }).click();
  await expect(other.getByRole('row', { name: /Community.*9.*Outside of the network/ })).toBeVisible();
});
