import type { Page } from '@playwright/test';

/** Chooses an action that is behind "More", beside the buttons of what is shown. */
export async function chooseMore(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name }).click();
}

/** Opens the dialog in which a receiver answers a referral with all fields. */
export const openAnswerDialog = (page: Page) => chooseMore(page, 'Accept or decline with all fields');
