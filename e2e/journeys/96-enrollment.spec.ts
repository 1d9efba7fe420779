import { getUserProfile } from '@careloop/contracts/profile';
import { removeProxyUser } from '@careloop/contracts/profile/proxies';
import { proxyTexts } from '@careloop/contracts/profile/texts';
import type { Page } from '@playwright/test';

import { expectAccessible } from '../support/accessibility.ts';
import { call } from '../support/api.ts';
import { mailTo } from '../support/mailbox.ts';
import { section } from '../support/section.ts';
import { expect, test } from '../support/test.ts';

const password = 'three green teapots';
const email = 'noor.haddad@example.org';
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const officeUsers = (page: Page) =>
  section(page, 'Who can act for').getByRole('list', { name: 'Office users' }).getByRole('listitem');

/** The link in the latest email that was not used before. */
async function linkOf(count: number): Promise<string> {
  const links = () => mailTo(email).flatMap((text) => /\/provider\/Enrollment#[\w-]+/.exec(text)?.[0] ?? []);
  await expect.poll(() => links().length).toBe(count);
  return links()[count - 1] ?? '';
}

test('an account is requested, denied with a reason, requested again and approved', async ({ openAs }) => {
  const [office, doctor, nobody] = [await openAs('office'), await openAs('drpatel'), await openAs(null)];
  const { commonData } = await call(doctor.request, getUserProfile, {});

  const setUp = async (link: string) => {
    await nobody.goto('/provider/SignIn');
    await nobody.goto(link);
    await expect(nobody.getByText('approves your account before you can sign in')).toBeVisible();
    await expectAccessible(nobody, 'opened link');
    await press(nobody, 'Read the terms of use');
    await press(nobody, 'Create account');
    await expect(nobody.getByText('Accept the terms of use to continue')).toBeVisible();
    await expectAccessible(nobody, 'terms and password');
    await nobody.getByRole('checkbox', { name: 'I accept the terms of use' }).check();
    await nobody.getByLabel('New password', { exact: true }).fill(password);
    await nobody.getByLabel('Confirm password', { exact: true }).fill(password);
    await press(nobody, 'Create account');
    await expect(nobody.getByRole('heading', { name: 'Waiting for approval' })).toBeVisible();
    await expectAccessible(nobody, 'waiting for approval');
  };

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
    await dialog.getByRole('button', { name: 'Create account' }).click();
    await expect(officeUsers(office).getByText('Request Sent')).toBeVisible();
  });
  await setUp(await linkOf(1));

  await test.step('the doctor denies it with a reason', async () => {
    await doctor.goto('/provider/Profile');
    await expect(officeUsers(doctor).getByText('Pending Supervisor Approval')).toBeVisible();
    await press(doctor, 'Deny');
    const dialog = doctor.getByRole('dialog', { name: 'Deny Noor Haddad?' });
    await expect(dialog.getByRole('button', { name: 'Deny', exact: true })).toBeDisabled();
    await expectAccessible(doctor, 'deny an account');
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('She works for another practice.');
    await dialog.getByRole('button', { name: 'Deny', exact: true }).click();
    await expect(doctor.getByText('Noor Haddad was not approved.')).toBeVisible();
    await expect(officeUsers(doctor).getByText('Supervisor Approval Denied')).toBeVisible();
  });

  await test.step('the requester sees the reason and requests it again', async () => {
    await office.reload();
    await expect(officeUsers(office).getByText('Reason: She works for another practice.')).toBeVisible();
    await expectAccessible(office, 'denied account');
    await press(office, 'Request again');
    await expect(officeUsers(office).getByText('Request Sent')).toBeVisible();
    await expect(officeUsers(office).getByText('Reason:')).toBeHidden();
  });
  await setUp(await linkOf(2));

  await test.step('the doctor approves it, and the account signs in', async () => {
    await doctor.reload();
    await press(doctor, 'Approve');
    await expect(doctor.getByText('Noor Haddad can sign in now.')).toBeVisible();
    await expect(officeUsers(doctor).getByText('Pending Supervisor Approval')).toBeHidden();
    await press(nobody, 'Go to sign-in');
    await nobody.getByLabel('Username').fill('nhaddad');
    await nobody.getByLabel('Password', { exact: true }).fill(password);
    await press(nobody, 'Sign in');
    await expect(nobody.getByRole('navigation').first()).toBeVisible();
  });
  // Restores the initial state for later journeys.
  const { accountData } = await call(doctor.request, getUserProfile, {});
  for (const { userId } of accountData?.officeUsers ?? [])
    await call(doctor.request, removeProxyUser, { proxiedUserId: commonData.userId, proxyUserId: userId });
});
