import { addProxyUser } from '@careloop/contracts/profile/proxies';
import { getUserProfile, saveUserProfile } from '@careloop/contracts/profile';
import { profileTexts, proxyTexts } from '@careloop/contracts/profile/texts';
import type { Page } from '@playwright/test';

import { expectAccessible } from '../support/accessibility.ts';
import { call } from '../support/api.ts';
import { section } from '../support/section.ts';
import { expect, test } from '../support/test.ts';

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });

test('a profile is edited, also after someone else saved in the meantime', async ({ openAs }) => {
  const page = await openAs('drpatel');
  await page.goto('/provider/Profile');
  await expect(field(page, 'First name')).toHaveValue('Anjali');
  await field(page, 'Office phone').fill('12');
  await field(page, 'Middle name').fill('Devi');
  await expect(page.getByText('Invalid office phone')).toBeVisible();
  await field(page, 'Office phone').fill('508-555-0199');

  const { commonData, accountData } = await call(page.request, getUserProfile, {});
  if (accountData === null) throw new Error('The account is missing');
  const { firstName, lastName, email, directEmail } = accountData;
  const others = { firstName, lastName, email: email ?? '', directEmail, fax: '508-555-0111', timeZone: 2 };
  await call(page.request, saveUserProfile, {
    userId: commonData.userId,
    version: commonData.version,
    accountData: others,
  });
  await press(page, 'Save profile');
  await expect(page.getByText('saved changes while you were editing')).toBeVisible();
  await expect(field(page, 'Middle name')).toHaveValue('Devi');
  await expect(field(page, 'Fax')).toHaveValue('(508) 555-0111');
  await press(page, 'Save profile');
  await expect(page.getByText(profileTexts.saved)).toBeVisible();

  await test.step('a new address waits for its code', async () => {
    await field(page, 'Email').fill('anjali.patel@example.org');
    await press(page, 'Save profile');
    await expect(page.getByText('anjali.patel@example.org is not confirmed yet')).toBeVisible();
    await field(page, 'Code').fill('123');
    await press(page, 'Confirm');
    await expect(page.getByText('Password is required')).toBeVisible();
    await field(page, 'Your password').fill('careloop-demo');
    await press(page, 'Confirm');
    await expect(page.getByText(profileTexts.codeWrong)).toBeVisible();
    await press(page, 'Discard new address');
    await expect(page.getByText('is not confirmed yet')).toBeHidden();
  });
});

test('adding a person to act for a user has five outcomes', async ({ openAs }) => {
  const page = await openAs('drpatel');
  await page.goto('/provider/Profile');
  const dialog = page.getByRole('dialog', { name: 'Add User' });
  const type = async (firstName: string, lastName: string, email: string) => {
    await dialog.getByRole('textbox', { name: 'First name' }).fill(firstName);
    await dialog.getByRole('textbox', { name: 'Last name' }).fill(lastName);
    await dialog.getByRole('textbox', { name: 'Email' }).fill(email);
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  };
  await press(page, 'Add User');
  await expectAccessible(page, 'Add User');
  await type('Carla', 'Medeiros', 'office@example.org');
  await expect(dialog.getByText(proxyTexts.already)).toBeVisible();
  await type('Anjali', 'Patel', 'drpatel@example.org');
  await expect(dialog.getByText(proxyTexts.self)).toBeVisible();
  await type('Somebody', 'Else', 'coordinator@example.org');
  await expect(dialog.getByText(proxyTexts.denied)).toBeVisible();
  await type('Nia', 'Newman', 'nia.newman@example.org');
  await expect(dialog.getByText(proxyTexts.unknown)).toBeVisible();
  await dialog.getByRole('button', { name: 'Create account' }).click();
  const users = section(page, 'Who can act for you').getByRole('list', { name: 'Office users' });
  await expect(users.getByText('Nia Newman')).toBeVisible();
  await expect(users.getByText('Request Sent')).toBeVisible();
  await press(page, 'Send link again');
  await expect(page.getByText('A new link is on its way.')).toBeVisible();
  await page.getByRole('button', { name: 'Remove Nia Newman' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(page.getByText('No office users')).toBeVisible();
  const { commonData } = await call(page.request, getUserProfile, {});
  const nguyen = { firstName: 'Nia', lastName: 'Newman', email: 'nia.newman@example.org', userId: commonData.userId };
  expect(await call(page.request, addProxyUser, nguyen)).toMatchObject({ isNewAccount: false });
});

test('a user selects how they are notified', async ({ openAs }) => {
  const page = await openAs('drpatel');
  await page.goto('/provider/Profile?tab=2');
  const email = page.getByRole('switch', { name: 'Referral requested: Email' });
  await expect(email).toBeChecked();
  await expectAccessible(page, 'notifications tab');
  await page.getByRole('switch', { name: 'Daily Summary Email' }).click();
  await expect(page.getByText(profileTexts.saved)).toBeVisible();
  await expect(page.getByRole('switch', { name: 'Daily Summary Email' })).toBeChecked();
  await press(page, 'Add/Edit Filters of Referral requested');
  const dialog = page.getByRole('dialog', { name: 'Add/Edit Filters' });
  await dialog.getByRole('checkbox', { name: '24 hours' }).check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('24 hours')).toBeVisible();
  await page.goto('/provider/Profile?tab=0');
  await expect(page.getByRole('button', { name: 'Edit Provider Info' })).toBeVisible();
  await expectAccessible(page, 'provider tab');
});
