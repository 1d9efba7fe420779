import { profileTexts } from '@careloop/contracts/profile/texts';
import type { Page } from '@playwright/test';

import { expectAccessible } from '../support/accessibility.ts';
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
