import type { Locator, Page } from '@playwright/test';

import { expect, test } from '../support/test.ts';

// A selection adds an entry to the browser history; rows that keyboard navigation only passes do not.

const rows = (page: Page): Locator => page.getByRole('option');
const isSelected = (row: Locator) => expect(row).toHaveAttribute('aria-selected', 'true');

test('Back returns to the previous selection, not to every row that was passed', async ({ openAs }) => {
  const page = await openAs('coordinator');
  await page.goto('/provider/');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Referrals' }).click();
  await isSelected(rows(page).nth(0));
  await rows(page).nth(2).click();
  await isSelected(rows(page).nth(2));
  await rows(page).nth(4).click();
  await isSelected(rows(page).nth(4));

  for (const place of [5, 6]) {
    await page.keyboard.press('j');
    await isSelected(rows(page).nth(place));
    const referralId = await rows(page).nth(place).getAttribute('data-key');
    await expect(page).toHaveURL(new RegExp(`referralId=${referralId}$`));
  }
  await page.goBack();
  await isSelected(rows(page).nth(2));
  await page.goBack();
  await isSelected(rows(page).nth(0));
  await page.goBack();
  await expect(page).toHaveURL(/\/provider\/$/);
});

test('on a narrow screen Back leads from a conversation to the list, and each has one main heading', async ({
  openAs,
}) => {
  const page = await openAs('coordinator');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/provider/Messages');
  const row = rows(page).first();
  const heading = page.getByRole('heading', { level: 1 });
  await expect(row).toBeVisible();
  await expect(heading).toHaveCount(1);
  await row.click();
  await expect(page.getByRole('button', { name: 'Back to list' })).toBeVisible();
  await expect(heading).toHaveCount(1);
  await page.goBack();
  await expect(row).toBeVisible();
  await expect(page.getByRole('button', { name: 'Back to list' })).toBeHidden();
});

/** Goes back like the browser’s button; returns null if the page stays. */
const goBack = (page: Page) => page.evaluate('history.back()');

test('Back closes a dialog together with the view below it, and asks once if its form has input', async ({
  openAs,
}) => {
  const page = await openAs('coordinator');
  // Back goes from the second conversation to the third.
  await page.goto('/provider/Messages');
  for (const place of [0, 2, 1]) {
    if (place > 0) await rows(page).nth(place).click();
    await isSelected(rows(page).nth(place));
  }
  const dialog = page.getByRole('dialog', { name: 'New Message' });
  const message = dialog.getByRole('textbox', { name: 'Message' });
  await page.getByRole('button', { name: 'New Message' }).click();
  await expect(message).toBeVisible();
  await goBack(page);
  await expect(dialog).toBeHidden();
  await isSelected(rows(page).nth(2));
  await page.goForward();
  await isSelected(rows(page).nth(1));

  await page.getByRole('button', { name: 'New Message' }).click();
  await message.fill('Would you look at');
  const here = page.url();
  const question = page.getByRole('dialog', { name: 'Are you sure you want to cancel?' });
  await goBack(page);
  await expect(question).toBeVisible();
  // Back is pressed again while the question is open.
  await goBack(page);
  await expect(page).toHaveURL(here);
  await expect(question).toHaveCount(1);
  await question.getByRole('button', { name: 'No' }).click();
  await expect(question).toBeHidden();
  await expect(message).toHaveValue('Would you look at');
  await expect(page).toHaveURL(here);
  await goBack(page);
  await question.getByRole('button', { name: 'Yes' }).click();
  await expect(dialog).toBeHidden();
  await isSelected(rows(page).nth(2));
});
