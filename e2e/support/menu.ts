import type { Page } from '@playwright/test';

import { expect } from './test.ts';

/** Chooses an action of what is shown: behind "More", or a button if it would be alone there. */
export async function chooseMore(page: Page, name: string): Promise<void> {
  const button = page.getByRole('button', { name, exact: true });
  const more = page.getByRole('button', { name: 'More', exact: true });
  await expect(button.or(more)).toBeVisible();
  if (await button.isVisible()) return await button.click();
  await more.click();
  await page.getByRole('menuitem', { name }).click();
}

/** Opens the dialog in which a receiver answers a referral with all fields. */
export const openAnswerDialog = (page: Page) => chooseMore(page, 'Accept or decline with all fields');
