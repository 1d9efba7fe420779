import { proxyTexts } from '@careloop/contracts/profile/texts';
import type { Page } from '@playwright/test';

import { expectAccessible } from '../support/accessibility.ts';
import { mailTo } from '../support/mailbox.ts';
import { section } from '../support/section.ts';
import { expect, test } from '../support/test.ts';

const password = 'three green teapots';
const email = 'noor.haddad@example.org';
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
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
