import type { Locator, Page } from '@playwright/test';

import { expectAccessible } from '../support/accessibility.ts';
import { findPatient } from '../support/organization.ts';
import { runStatement } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

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

async function openNewInsurance(page: Page, patientId: number): Promise<Locator> {
  await page.goto(`/provider/Patient/${patientId}?section=demographics`);
  await page.getByRole('button', { name: 'Add insurance' }).click();
  return page.getByRole('dialog', { name: 'Add insurance' });
}

test('what an administrator adds is offered to users, and no longer once it is archived', async ({ openAs }) => {
  const admin = await openAs('admin');
  await admin.goto('/provider/Lookups?tab=providerTags');
  const tag = await startAdding(admin, 'provider tag', 'Weekend clinic');
  await tag.getByRole('button', { name: 'Add provider tag' }).click();
  await expect(admin.getByRole('link', { name: 'Weekend clinic' })).toBeVisible();
  await expectAccessible(admin, 'lookups');

  await admin.getByRole('tab', { name: 'Affiliations' }).click();
  await expect(admin.getByRole('row', { name: /Community.*Not in the preferred network/ })).toBeVisible();
  const preferred = await startAdding(admin, 'affiliation', 'Harbor Core');
  await preferred.getByRole('checkbox', { name: 'Preferred' }).check();
  await preferred.getByRole('textbox', { name: 'Order' }).fill('1000');
  await preferred.getByRole('button', { name: 'Add affiliation' }).click();
  await expect(preferred.getByText('Order must be a whole number from 0 to 999')).toBeVisible();
  await expectAccessible(admin, 'a new affiliation with an error');
  await preferred.getByRole('textbox', { name: 'Order' }).fill('');
  await preferred.getByRole('button', { name: 'Add affiliation' }).click();
  await expect(admin.getByRole('link', { name: 'Harbor Core' })).toBeVisible();

  await admin.getByRole('tab', { name: /^Insurance/ }).click();
  await expect(admin.getByRole('link', { name: 'Commonwealth Mutual' })).toBeVisible();
  const carrier = await startAdding(admin, 'carrier', 'Lighthouse Mutual');
  await carrier.getByRole('button', { name: 'Add carrier' }).click();
  await expect(admin.getByRole('heading', { name: 'Lighthouse Mutual' })).toBeVisible();
  await expect(admin.getByText('No plans yet')).toBeVisible();
  const plan = await startAdding(admin, 'plan', 'Beacon');
  await pick(admin, plan, 'Plan type', 'PPO');
  await pick(admin, plan, 'Plan sub type', 'Exchange');
  await expectAccessible(admin, 'a new plan');
  await plan.getByRole('button', { name: 'Add plan' }).click();
  await expect(admin.getByRole('row', { name: /Beacon.*PPO.*Exchange.*Offered/ })).toBeVisible();
  await expectAccessible(admin, 'plans of a carrier');

  await admin.getByRole('tab', { name: 'User types' }).click();
  const type = await startAdding(admin, 'user type', 'Greeter');
  await type.getByRole('checkbox', { name: 'Messages' }).check();
  await expectAccessible(admin, 'a new user type');
  await type.getByRole('button', { name: 'Add user type' }).click();
  await expect(admin.getByRole('row', { name: /Greeter.*Office User.*Messages/ })).toBeVisible();
  await admin.getByRole('tab', { name: /^Insurance/ }).click();
  await admin.getByRole('link', { name: 'Lighthouse Mutual' }).click();

  const user = await openAs('coordinator');
  const { patientId } = await findPatient(user, 'Mohamed');
  await user.goto(`/provider/Patient/${patientId}`);
  await user.getByRole('button', { name: 'Find a provider' }).click();
  const search = user.getByRole('dialog', { name: 'Advanced Provider Search' });
  await pick(user, search, 'Carrier', 'Lighthouse Mutual');
  await pick(user, search, 'Affiliation', 'Harbor Core');
  await pick(user, search, 'Provider Tags', 'Weekend clinic');
  await search.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(search.getByText('No providers were found.')).toBeVisible();
  const insurance = await openNewInsurance(user, patientId);
  await insurance.getByLabel('Plan', { exact: true }).fill('lighthouse');
  await user.getByRole('option', { name: 'Lighthouse Mutual, Beacon (PPO, Exchange)' }).click();
  await insurance.getByRole('button', { name: 'Save' }).click();
  await expect(user.getByText('Insurance saved')).toBeVisible();

  await admin.getByRole('button', { name: 'Edit carrier' }).click();
  const edited = admin.getByRole('dialog', { name: 'Lighthouse Mutual' });
  await edited.getByRole('button', { name: 'Archive' }).click();
  await expect(admin.getByText('This carrier is archived, so none of its plans is offered.')).toBeVisible();
  await openNewInsurance(user, patientId);
  await expect(user.getByText('Lighthouse Mutual, Beacon (PPO, Exchange)')).toBeVisible();
  await insurance.getByLabel('Plan', { exact: true }).fill('lighthouse');
  await expect(user.getByText('No options found')).toBeVisible();
});

test('an administrator adds a facility and sets a rule of the client', async ({ openAs }) => {
  const admin = await openAs('admin');
  await admin.goto('/provider/Clients');
  await expect(admin.getByRole('heading', { name: 'Clients', level: 1 })).toBeVisible();
  await expect(admin.getByRole('button', { name: 'Edit client' })).toBeVisible();
  await expectAccessible(admin, 'clients');

  await admin.getByRole('button', { name: 'Add facility' }).click();
  const facility = admin.getByRole('dialog', { name: 'Add facility' });
  await facility.getByRole('textbox', { name: 'Name' }).fill('Lighthouse Clinic');
  await facility.getByRole('combobox', { name: 'Facility type' }).click();
  await admin.getByRole('option', { name: 'Provider office' }).click();
  await facility.getByRole('button', { name: 'Save' }).click();
  await expect(admin.getByRole('button', { name: 'Lighthouse Clinic' })).toBeVisible();

  await rentFaxNumber('Lighthouse Clinic');
  await admin.getByRole('button', { name: 'Lighthouse Clinic' }).click();
  const opened = admin.getByRole('dialog', { name: 'Lighthouse Clinic' });
  await expect(opened.getByRole('list', { name: 'Fax numbers' })).toContainText('(508) 555-0142');
  await expectAccessible(admin, 'a facility with a fax number');
  await opened.getByRole('button', { name: 'Cancel' }).click();

  await admin.getByRole('button', { name: 'Edit client' }).click();
  const client = admin.getByRole('dialog');
  await client.getByRole('textbox', { name: 'Characters of a new password' }).fill('8');
  await client.getByRole('button', { name: 'Save' }).click();
  await expect(client.getByText('The value must be a whole number from 12 to 64.')).toBeVisible();
  await expectAccessible(admin, 'the rules of a client');
  await client.getByRole('textbox', { name: 'Characters of a new password' }).fill('16');
  await client.getByRole('button', { name: 'Save' }).click();
  await expect(client).toBeHidden();
  await expect(admin.getByText('Characters of a new password')).toBeVisible();
});

/** As the fax service would have done; none is configured. */
async function rentFaxNumber(facility: string): Promise<void> {
  await runStatement(
    `insert into facility_fax_number (client_id, facility_id, area_code, status, phone, vendor, created_by_user_id)
     select client_id, facility_id, '508', 'active', '5085550142', 'sinch', (select min(user_id) from user_account)
     from facility where name = $1`,
    [facility],
  );
}
