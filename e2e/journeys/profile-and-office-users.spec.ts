import { addressDialogTexts } from '@careloop/contracts/directory/addresses';
import { profileTexts, proxyTexts } from '@careloop/contracts/profile/texts';
import type { Page } from '@playwright/test';

import { expectAccessible } from '../support/accessibility.ts';
import { mailTo } from '../support/mailbox.ts';
import { section } from '../support/section.ts';
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
    await press(page, 'Add Address');
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

const password = 'three green teapots';
const email = 'noor.haddad@example.org';
const officeUsers = (page: Page) =>
  section(page, 'Who can act for').getByRole('list', { name: 'Office users' }).getByRole('listitem');

test('an account is requested, set up by its user, approved and removed', async ({ openAs }) => {
  const [office, doctor, nobody] = [await openAs('office'), await openAs('drpatel'), await openAs(null)];

  await test.step('the office administrator requests an account that acts for the doctor', async () => {
    await office.goto('/provider/Profile');
    await press(office, 'Open profile');
    await press(office, 'Add User');
    const dialog = office.getByRole('dialog', { name: 'Add User' });
    await dialog.getByRole('textbox', { name: 'First name' }).fill('Noor');
    await dialog.getByRole('textbox', { name: 'Last name' }).fill('Haddad');
    await dialog.getByRole('textbox', { name: 'Email' }).fill(email);
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(dialog.getByText(proxyTexts.unknown)).toBeVisible();
    await expectAccessible(office, 'add a user');
    await dialog.getByRole('button', { name: 'Create account' }).click();
    await expect(officeUsers(office).getByText('Request Sent')).toBeVisible();
  });

  await test.step('its user opens the link, accepts the terms and chooses a password', async () => {
    const links = () => mailTo(email).flatMap((text) => /\/provider\/Enrollment#[\w-]+/.exec(text)?.[0] ?? []);
    await expect.poll(() => links().length).toBe(1);
    await nobody.goto(links()[0] ?? '');
    await expect(nobody.getByText('approves your account before you can sign in')).toBeVisible();
    await press(nobody, 'Read the terms of use');
    await nobody.getByRole('checkbox', { name: 'I accept the terms of use' }).check();
    await nobody.getByLabel('New password', { exact: true }).fill(password);
    await nobody.getByLabel('Confirm password', { exact: true }).fill(password);
    await expectAccessible(nobody, 'terms and password');
    await press(nobody, 'Create account');
    await expect(nobody.getByRole('heading', { name: 'Waiting for approval' })).toBeVisible();
    await expectAccessible(nobody, 'waiting for approval');
  });

  await test.step('the doctor, who could deny it with a reason, approves it, and the account signs in', async () => {
    await doctor.goto('/provider/Profile');
    await expect(officeUsers(doctor).getByText('Pending Supervisor Approval')).toBeVisible();
    await press(doctor, 'Deny');
    const dialog = doctor.getByRole('dialog', { name: 'Deny Noor Haddad?' });
    await expect(dialog.getByRole('button', { name: 'Deny', exact: true })).toBeDisabled();
    await expectAccessible(doctor, 'deny an account');
    await doctor.keyboard.press('Escape');
    await press(doctor, 'Approve');
    await expect(doctor.getByText('Noor Haddad can sign in now.')).toBeVisible();
    await press(nobody, 'Go to sign-in');
    await nobody.getByLabel('Username').fill('nhaddad');
    await nobody.getByLabel('Password', { exact: true }).fill(password);
    await press(nobody, 'Sign in');
    await expect(nobody.getByRole('navigation').first()).toBeVisible();
  });

  await test.step('the doctor removes it', async () => {
    await press(doctor, 'Remove Noor Haddad');
    await doctor.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
    await expect(officeUsers(doctor).filter({ hasText: 'Noor Haddad' })).toHaveCount(0);
  });
});
