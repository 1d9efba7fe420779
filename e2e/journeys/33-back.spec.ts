import type { Locator, Page } from '@playwright/test';

import { expect, test } from '../support/test.ts';

// What somebody chose is a place to come Back to; where the keyboard only passed by is not.

const rows = (page: Page): Locator => page.getByRole('option');
const isSelected = (row: Locator) => expect(row).toHaveAttribute('aria-selected', 'true');

test('Back leads to what was chosen before, and not along every row that was passed', async ({ openAs }) => {
  const page = await openAs('coordinator');
  await page.goto('/provider/');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Referrals' }).click();
  await isSelected(rows(page).nth(0));
  await rows(page).nth(2).click();
  await isSelected(rows(page).nth(2));
  await rows(page).nth(4).click();
  await isSelected(rows(page).nth(4));
  await page.goBack();
  await isSelected(rows(page).nth(2));
  await page.goForward();
  await isSelected(rows(page).nth(4));

  for (const place of [5, 6]) {
    await page.keyboard.press('j');
    await isSelected(rows(page).nth(place));
    await expect(page).toHaveURL(/referralId=\d+/);
  }
  const passed = page.url();
  await page.goBack();
  await isSelected(rows(page).nth(2));
  await page.goBack();
  await isSelected(rows(page).nth(0));
  await page.goBack();
  await expect(page).toHaveURL(/\/provider\/$/);
  await page.goto(passed);
  await isSelected(rows(page).nth(6));
});

test('on a narrow screen Back leads from a conversation to the list', async ({ openAs }) => {
  const page = await openAs('coordinator');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/provider/Messages');
  const row = rows(page).first();
  await row.click();
  await expect(page.getByRole('button', { name: 'Back to list' })).toBeVisible();
  await expect(page).toHaveURL(/conversationKey=/);
  await page.goBack();
  await expect(row).toBeVisible();
  await expect(page.getByRole('button', { name: 'Back to list' })).toBeHidden();
});
